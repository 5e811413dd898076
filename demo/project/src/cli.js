import { heightAt, nextHighWater } from './tides.js';

const now = new Date();
const time = now.getHours() * 60 + now.getMinutes();
const high = nextHighWater(time);

console.log(`The water stands at ${heightAt(time).toFixed(1)} m.`);
if (high) {
	const minutes = String(high.time % 60).padStart(2, '0');
	console.log(`Next high water: ${Math.floor(high.time / 60)}:${minutes}, ${high.height.toFixed(1)} m.`);
}
