/** How far an element is scrolled, in CSS pixels. */
export interface Offsets {
  readonly left: number;
  readonly top: number;
}

/** What a visitor changes of an element: offsets, a text, whether it is checked or open, the values that are chosen. */
export type State = Offsets | string | boolean | readonly string[];

/** What a visitor has changed of a page, each element by a selector and its place among what that finds. */
export type Snapshot = readonly (readonly [selector: string, index: number, state: State])[];

/** What a visitor can change has some of it. */
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
  /** Where React notes which value it has told of. */
  readonly _valueTracker?: { setValue(value: string): void };
}

/** What browsers are told not to fill in, and what code cannot. */
const LEFT_OUT = /password|file|one-time-code|cc-|off/;

/** Undefined for what is not to be remembered. */
export function read(element: Changeable): State | undefined {
  const { type, autocomplete, form, options, scrollLeft: left, scrollTop: top } = element;
  if (LEFT_OUT.test(`${type} ${autocomplete} ${form?.autocomplete}`)) return undefined;
  if (options) return [...options].flatMap(({ selected, value }) => (selected ? value : []));
  if (type === 'checkbox') return element.checked;
  // It is left by choosing another.
  if (type === 'radio') return element.checked || undefined;
  if (element.matches('details')) return element.open;
  return isField(element) ? element.value : { left, top };
}

/** Whether forms have such elements. */
export function isField(element: Element): boolean {
  return 'form' in element;
}

export function isOffsets(state: State): state is Offsets {
  return (state as Offsets).top !== undefined;
}

/** What somebody has typed or chosen, not what is checked, open or scrolled. */
export function isContent(state: State): boolean {
  return typeof state === 'string' || Array.isArray(state);
}
