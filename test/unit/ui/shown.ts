/** What a reader would find in the pieces of a page. */
import type { Piece } from '../../../src/ui/panel/piece.ts';

type Pieces = readonly Piece[];

function all(pieces: Pieces): readonly Piece[] {
	return pieces.flatMap((piece) => [piece, ...all(piece.children.filter((child) => typeof child !== 'string'))]);
}

/** Every run of text, in order. */
export function texts(pieces: Pieces): readonly string[] {
	return pieces.flatMap(({ children }) => children.flatMap((child) => (typeof child === 'string' ? [child] : texts([child]))));
}

/** What can be done, in order. */
export function actionsIn(pieces: Pieces): readonly string[] {
	return all(pieces).flatMap(({ attributes }) => attributes['data-action'] ?? []);
}

/** Pieces with a class, or with a tag inside of them. */
export function find(pieces: Pieces, className: string, tag?: string): readonly Piece[] {
	const found = all(pieces).filter(({ attributes }) => attributes.class?.split(' ').includes(className));
	return tag === undefined ? found : all(found).filter((piece) => piece.tag === tag);
}
