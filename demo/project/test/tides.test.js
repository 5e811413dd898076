import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightAt, nextHighWater } from '../src/tides.js';

test('finds the next high water', () => {
	assert.equal(nextHighWater(500)?.time, 1175);
});

test('interpolates between two tides', () => {
	assert.equal(heightAt(431).toFixed(1), '4.2');
	assert.ok(heightAt(600) < 4.2 && heightAt(600) > 1.1);
});
