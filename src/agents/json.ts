/** Agents' files are data from outside: fields are taken only when they have the type that is expected. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function parseObject(text: string): JsonObject | undefined {
	try {
		return asObject(JSON.parse(text));
	} catch {
		return undefined;
	}
}

export function asObject(value: unknown): JsonObject | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An ISO date or a number of milliseconds. */
export function asTime(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(parsed) ? undefined : parsed;
}
