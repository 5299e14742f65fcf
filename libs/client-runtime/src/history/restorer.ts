import { isField, isOffsets } from './element-state.ts';
import type { Changeable, Offsets, Snapshot, State } from './element-state.ts';
import { isKept, listShown } from './kept-page.ts';

/** Brings back what a snapshot holds. Loaded when the browser is idle, or with the first snapshot (ADR 87). */
export interface Restorer {
  /** As `SnapshotTaker.restore`. Returns what waits for `isWaiting` to be false. */
  begin(snapshot: Snapshot, isLoaded?: boolean): Snapshot;
  /** Tries again. */
  readonly isWaiting: (each: Snapshot[number]) => boolean;
  /** Empties those fields of them that are seen, and forgets those that are gone. */
  empty(fields: Set<Changeable>): void;
}

/** `changed`: what the visitor has changed, to which is added what is brought back. */
export type CreateRestorer = (
  document: Document,
  changed: Map<Element, boolean | null>,
) => Restorer;

/** In no field. */
const NEVER_SEEN = '\0';

export const createRestorer: CreateRestorer = (document, changed) => {
  const scroll = (element: Element, offsets?: Offsets): void =>
    element.scrollTo({ left: 0, top: 0, ...offsets, behavior: 'instant' });

  const find = (selector: string, index: number): Changeable | undefined =>
    listShown(document, selector)[index] as Changeable | undefined;

  /** Whether it is scrolled, and not to where the browser brings it back, as far as it is long enough by now. */
  const isMoved = ([selector, index, state]: Snapshot[number]): boolean => {
    const { scrollTop, scrollHeight, clientHeight } = find(selector, index) ?? ({} as Element);
    const there = Math.min((state as Offsets).top, scrollHeight - clientHeight);
    return scrollTop > 0 && Math.abs(scrollTop - there) > 1;
  };

  const isWaiting = ([selector, index, state]: Snapshot[number]): boolean => {
    const element = find(selector, index);
    // What React has not hydrated yet would not be told.
    if (!element || (element.matches('input,textarea') && !element._valueTracker)) return true;
    if (isOffsets(state)) {
      scroll(element, state);
      // The browser tells of it with its next frame, and the page may be left by then.
      changed.set(element, true);
      return state.left - element.scrollLeft > 1 || state.top - element.scrollTop > 1;
    }
    if (!changed.has(element)) {
      changed.set(element, true);
      enter(element, state);
    }
    return false;
  };

  return {
    isWaiting,
    begin(snapshot, isLoaded) {
      // Every snapshot has offsets, but for those that the visitor has not waited for.
      const isScrolling = !isLoaded && snapshot.some(([, , state]) => isOffsets(state));
      for (const element of isScrolling ? changed.keys() : []) {
        if (!isField(element) && !isKept(element)) scroll(element);
      }
      // Looked at before anything is opened or entered, which moves what is below.
      const wanted = snapshot.filter((each) => !isLoaded || !isMoved(each));
      return wanted.filter(isWaiting);
    },
    empty(fields) {
      for (const field of fields) {
        if (field.value && !isKept(field)) enter(field, '');
        if (!field.isConnected) fields.delete(field);
      }
    },
  };
};

/** Enters what is no offsets as if the visitor did: React and others are told. */
function enter(element: Changeable, state: State): void {
  const { options, multiple, checked, defaultChecked } = element;
  const events = ['input', 'change'];
  if (options) {
    for (const option of options) {
      const isChosen = (state as readonly string[]).includes(option.value);
      if (multiple || isChosen) option.selected = isChosen;
    }
  } else if (typeof state === 'string') element.value = state;
  else if (checked === undefined) element.open = state as boolean;
  else if (checked === state && defaultChecked === state) return;
  else {
    element.checked = state as boolean;
    // What React takes for a change of a box. A MouseEvent would change it once more.
    events.unshift('click');
  }
  // Otherwise React would tell of no change, because it has seen this one.
  element._valueTracker?.setValue(NEVER_SEEN);
  for (const type of events) element.dispatchEvent(new Event(type, { bubbles: true }));
}
