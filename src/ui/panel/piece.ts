/** What a panel shows, as plain data: the page builds elements from it and never reads text as HTML. */

export type Tag =
	| 'a'
	| 'button'
	| 'code'
	| 'dd'
	| 'div'
	| 'dl'
	| 'dt'
	| 'form'
	| 'h1'
	| 'h2'
	| 'h3'
	| 'header'
	| 'input'
	| 'label'
	| 'li'
	| 'nav'
	| 'ol'
	| 'p'
	| 'pre'
	| 'progress'
	| 'section'
	| 'span'
	| 'strong'
	| 'time'
	| 'ul';

export interface Piece {
	readonly tag: Tag;
	/** Pieces with another key are other elements: a click or a focus on one never becomes one on the other. */
	readonly key?: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: readonly (Piece | string)[];
}

export type Child = Piece | string | false | undefined;

type Attributes = Readonly<Record<string, string | false | undefined>> & { readonly key?: string };

/** Absent attributes and children are left out, so that callers can write conditions in place. */
export function el(tag: Tag, { key, ...attributes }: Attributes, ...children: readonly (Child | readonly Child[])[]): Piece {
	return {
		tag,
		...(key !== undefined && { key }),
		attributes: Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
		children: children.flat().filter((child): child is Piece | string => child !== false && child !== undefined && child !== ''),
	};
}

export interface ButtonLook {
	readonly key?: string;
	readonly look?: 'primary' | 'secondary' | 'link';
	/** What a screen reader says where the label alone is not enough. */
	readonly spoken?: string;
	readonly disabled?: boolean;
}

/** A button that names what it does; the panel knows what that is. */
export function button(label: string, action: string, { key, look = 'secondary', spoken, disabled = false }: ButtonLook = {}): Piece {
	const attributes = {
		type: 'button',
		class: look,
		'data-action': action,
		'aria-label': spoken,
		// Not `disabled`, which would take the focus away from whoever is on it.
		'aria-disabled': disabled && 'true',
		...(key !== undefined && { key }),
	};
	return el('button', attributes, label);
}

/** All text of a piece, as a reader meets it. */
export function textOf(piece: Piece | string): string {
	return typeof piece === 'string' ? piece : piece.children.map(textOf).join(' ');
}
