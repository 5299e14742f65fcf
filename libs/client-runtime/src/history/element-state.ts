export interface Offsets {
  readonly left: number;
  readonly top: number;
  /** Set for the target of the address's fragment, which is brought into view itself. */
  readonly isTarget?: boolean;
}

export type State = Offsets | string | boolean | readonly string[];

/**
 * States of elements that the visitor has changed on a page. A selector and an index among its
 * matches identify each element.
 */
export type Snapshot = readonly (readonly [selector: string, index: number, state: State])[];

export interface Changeable extends HTMLElement {
  readonly type?: string;
  readonly autocomplete?: string;
  readonly form?: HTMLFormElement | null;
  readonly options?: Iterable<HTMLOptionElement>;
  readonly multiple?: boolean;
  readonly defaultChecked?: boolean;
  value?: string;
  checked?: boolean;
  open?: boolean;
  /** React's copy of the last value that it has reported to `onChange`. */
  readonly _valueTracker?: { setValue(value: string): void };
}

/**
 * Matches the type or `autocomplete` of fields that snapshots leave out: passwords, codes, card
 * data, `autocomplete=off`, and file inputs, which code cannot fill in.
 */
const LEFT_OUT = /password|file|one-time-code|cc-|off/;

export function read(element: Changeable): State | undefined {
  const { type, autocomplete, form, options, scrollLeft: left, scrollTop: top } = element;
  if (LEFT_OUT.test(`${type} ${autocomplete} ${form?.autocomplete}`)) return undefined;
  if (options) return [...options].flatMap(({ selected, value }) => (selected ? value : []));
  if (type === 'checkbox') return element.checked;
  // Only the chosen radio button is stored, because choosing it clears the others.
  if (type === 'radio') return element.checked || undefined;
  if (element.matches('details')) return element.open;
  return isField(element) ? element.value : { left, top };
}

export function isField(element: Element): boolean {
  return 'form' in element;
}

export function isOffsets(state: State): state is Offsets {
  return (state as Offsets).top !== undefined;
}

/** Returns whether the state belongs to a text field or a `select`. */
export function isContent(state: State): boolean {
  return typeof state === 'string' || Array.isArray(state);
}
