/** The script of every panel: builds elements from what the extension sends, and tells it which button was pressed. */
(() => {
	const host = acquireVsCodeApi();
	const main = document.getElementById('main');
	/** Survives that the tab is hidden: where the reader was, and what was typed and not sent. */
	let kept = { state: undefined, scroll: 0, drafts: {}, ...host.getState() };

	function keep(change) {
		kept = { ...kept, ...change };
		host.setState(kept);
	}

	/** An element can become what is wanted only where it stands for the same thing. */
	function fits(node, wanted) {
		if (!node) return false;
		if (typeof wanted === 'string') return node.nodeType === Node.TEXT_NODE;
		return node.nodeType === Node.ELEMENT_NODE && node.localName === wanted.tag && (node.dataset.key ?? '') === (wanted.key ?? '');
	}

	function make(wanted) {
		if (typeof wanted === 'string') return document.createTextNode(wanted);
		const element = document.createElement(wanted.tag);
		if (wanted.key !== undefined) element.dataset.key = wanted.key;
		update(element, wanted);
		if (wanted.tag === 'input') element.value = kept.drafts[element.dataset.draft] ?? '';
		return element;
	}

	function update(node, wanted) {
		if (typeof wanted === 'string') {
			if (node.data !== wanted) node.data = wanted;
			return;
		}
		for (const { name } of [...node.attributes]) {
			if (name !== 'data-key' && !Object.hasOwn(wanted.attributes, name)) node.removeAttribute(name);
		}
		for (const [name, value] of Object.entries(wanted.attributes)) {
			if (node.getAttribute(name) !== value) node.setAttribute(name, value);
		}
		arrange(node, wanted.children);
	}

	/** Changes what differs and nothing else, so that focus, selection and scroll stay. */
	function arrange(parent, children) {
		const keyed = new Map([...parent.children].filter(({ dataset }) => dataset.key).map((child) => [child.dataset.key, child]));
		let place = parent.firstChild;
		for (const wanted of children) {
			const candidate = typeof wanted === 'object' && wanted.key !== undefined ? keyed.get(wanted.key) : place;
			const node = fits(candidate, wanted) ? candidate : make(wanted);
			if (node === candidate) update(node, wanted);
			if (node === place) place = place.nextSibling;
			else parent.insertBefore(node, place);
		}
		while (place) {
			const next = place.nextSibling;
			place.remove();
			place = next;
		}
	}

	let first = true;

	function show({ body, state }) {
		const hadFocus = document.activeElement !== null && document.activeElement !== document.body;
		arrange(main, body);
		keep({ state });
		if (first) window.scrollTo(0, kept.scroll);
		// The heading, never a button: a key that was meant for what was here before must not answer what is here now.
		const lost = hadFocus && document.activeElement === document.body;
		if ((first && document.hasFocus()) || lost) main.querySelector('h1')?.focus({ preventScroll: first });
		first = false;
	}

	window.addEventListener('message', ({ data }) => {
		if (data?.kind === 'show') show(data);
	});
	document.addEventListener('click', (event) => {
		const pressed = event.target.closest('button[data-action]');
		// The second click of a double click was not meant for what the first one brought up.
		if (pressed && pressed.ariaDisabled !== 'true' && event.detail < 2) host.postMessage({ kind: 'act', action: pressed.dataset.action });
	});
	document.addEventListener('submit', (event) => {
		event.preventDefault();
		const input = event.target.querySelector('input');
		host.postMessage({ kind: 'act', action: event.target.dataset.action, text: input.value });
	});
	document.addEventListener('input', ({ target }) => {
		if (target.dataset.draft) keep({ drafts: { [target.dataset.draft]: target.value } });
	});
	window.addEventListener('scroll', () => keep({ scroll: window.scrollY }), { passive: true });

	host.postMessage({ kind: 'ready' });
})();
