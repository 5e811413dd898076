import { describe, expect, it } from 'vitest';
import { errorLine, oneLine, redact } from '../../../src/agents/text.ts';

describe('redaction', () => {
	it.each([
		['sk-ant-api03-AbCdEf0123456789_-xyz', 'use sk-ant-api03-AbCdEf0123456789_-xyz now'],
		['ghp_abcdefghijklmnopqrstuvwxyz012345', 'token ghp_abcdefghijklmnopqrstuvwxyz012345'],
		['github_pat_11ABCDEFG0abcdefghij', 'github_pat_11ABCDEFG0abcdefghij'],
		['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
		['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'],
		['hunter2hunter2', 'export DB_PASSWORD=hunter2hunter2'],
		['abc123def456', '"api_key": "abc123def456"'],
		['s3cr3t', 'postgres://me:s3cr3t@db/x'],
		['ASIAIOSFODNN7EXAMPLE', 'id ASIAIOSFODNN7EXAMPLE'],
		['wJalrXUtnFEMI', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG'],
		['sk_live_abcdefgh1234', 'sk_live_abcdefgh1234'],
		['ya29.a0AfH6SMBabcdef', 'ya29.a0AfH6SMBabcdef'],
		['abcdef123456', 'deploy --token abcdef123456 --force'],
		['abcdefabcdef1234', 'Authorization: token abcdefabcdef1234'],
		['abcdef1234567890', 'Cookie: session=abcdef1234567890; other=1'],
		['abcdef1234567890', 'SECRET_KEY_BASE=abcdef1234567890'],
		['hunter2secret', 'PGPASSWORD=hunter2secret psql'],
		['abcdefghij+/', 'AccountName=x;AccountKey=abcdefghij+/==;'],
		['correcthorse', 'passphrase: correcthorse'],
		['xoxb-123456789012', 'xoxb-123456789012-abcdefghijkl'],
		['MIIEow', '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'],
	])('removes %s', (secret, text) => {
		expect(redact(text)).not.toContain(secret);
	});

	it('removes home folders, whoever’s they are', () => {
		expect(redact('in /srv/homes/ada/project and /home/bob/x, /Users/eve/y, /root/z', '/srv/homes/ada')).toBe(
			'in ~/project and ~/x, ~/y, ~/z',
		);
		expect(redact('C:\\Users\\eve\\work and /var/home/bob/x')).toBe('~\\work and ~/x');
	});

	it.each([
		'Run the tests in src/agents; the tokenizer counts 123456 tokens: fine.',
		'The key: press Enter. Secrets are never read. Token limit reached: 200000.',
		'git log --format=%h --keep-redundant-commits main',
		'Edit src/auth/passwordField.ts and tokens.json',
	])('leaves ordinary text alone: %s', (text) => {
		expect(redact(text)).toBe(text);
	});
});

describe('a line for a row', () => {
	it('is the first meaningful line without marks', () => {
		expect(oneLine('\n---\n## **Fix** the `parser` of snake_case_names\n\nmore')).toBe('Fix the parser of snake_case_names');
	});

	it('has no control characters and a bounded length', () => {
		expect(oneLine('a\u001b[31m\u0007b\u200b')).toBe('a [31m b');
		expect(oneLine('x'.repeat(10_000))).toHaveLength(200);
	});

	it('is nothing when nothing is said', () => {
		expect(oneLine(' \n***\n')).toBeUndefined();
	});

	it('is the message inside an error', () => {
		expect(errorLine('{"error":{"message":"Bad request","type":"invalid_request_error"}}')).toBe('Bad request');
		expect(errorLine('unexpected status 401')).toBe('unexpected status 401');
	});
});
