/** Waters of one day: minutes since midnight, and metres above chart datum. */
export const TIDES = [
	{ time: 62, height: 0.9, kind: 'low' },
	{ time: 431, height: 4.2, kind: 'high' },
	{ time: 807, height: 1.1, kind: 'low' },
	{ time: 1175, height: 4.0, kind: 'high' },
	{ time: 1502, height: 0.8, kind: 'low' },
];

export function nextHighWater(time, tides = TIDES) {
	return tides.find((tide) => tide.kind === 'high' && tide.time >= time);
}

/** Water rises and falls like half a cosine between two tides. */
export function heightAt(time, tides = TIDES) {
	const after = tides.findIndex((tide) => tide.time > time);
	const to = tides[after];
	const from = tides[after - 1] ?? to;
	if (from === to) return to.height;
	const share = (time - from.time) / (to.time - from.time);
	return from.height + ((to.height - from.height) * (1 - Math.cos(Math.PI * share))) / 2;
}
