import { isField, isOffsets } from './element-state.ts';
import type { Changeable, Offsets, Snapshot, State } from './element-state.ts';
import { isKept, listShown } from './kept-page.ts';

/** Restores snapshots. The code loads when the browser is idle, or with the first snapshot. */
export interface Restorer {
  /**
   * Restores what it can, like `SnapshotTaker.restore`, and returns the states that cannot be
   * restored yet.
   */
  begin(snapshot: Snapshot, isLoaded?: boolean): Snapshot;
  readonly isWaiting: (each: Snapshot[number]) => boolean;
  /** Empties the visible fields. Deletes fields from the set that are no longer in the document. */
  empty(fields: Set<Changeable>): void;
}

/**
 * `changed` holds the elements that the visitor has changed. The restorer adds the elements that it
 * restores.
 */
export type CreateRestorer = (
  document: Document,
  changed: Map<Element, boolean | null>,
) => Restorer;

const NEVER_SEEN = '\0';
const TYPED_INTO = 'input,textarea,select,[contenteditable]';
const FOLDED = 'details:not([open])>:not(summary)';

export const createRestorer: CreateRestorer = (document, changed) => {
  const scroll = (element: Element, offsets?: Offsets): void =>
    element.scrollTo({ left: 0, top: 0, ...offsets, behavior: 'instant' });

  const find = (selector: string, index: number): Changeable | undefined =>
    listShown(document, selector)[index] as Changeable | undefined;

  /**
   * Returns whether the visitor has scrolled the element. A position that the browser restored does
   * not count, even when the content is still too short for the full offset.
   */
  const isScrolledByVisitor = ([selector, index, state]: Snapshot[number]): boolean => {
    const { scrollTop, scrollHeight, clientHeight } = find(selector, index) ?? ({} as Element);
    const there = Math.min((state as Offsets).top, scrollHeight - clientHeight);
    return scrollTop > 0 && Math.abs(scrollTop - there) > 1;
  };

  const isWaiting = ([selector, index, state]: Snapshot[number]): boolean => {
    const element = find(selector, index);
    // React ignores events of a field that is not hydrated yet.
    if (!element || (element.matches('input,textarea') && !element._valueTracker)) return true;
    if (isOffsets(state)) {
      if (state.isTarget) {
        showTarget(element);
        return false;
      }
      scroll(element, state);
      // Marks the element now, because its scroll event comes only with the next frame. The visitor
      // may leave the page before that.
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
      // A snapshot lacks offsets when the visitor acted before the restorer was loaded. The page
      // keeps its scroll position in that case.
      const isScrolling = !isLoaded && snapshot.some(([, , state]) => isOffsets(state));
      for (const element of isScrolling ? changed.keys() : []) {
        if (!isField(element) && !isKept(element)) scroll(element);
      }
      // The filter runs before anything is restored, because opened and filled elements move the
      // content below.
      const wanted = snapshot.filter((each) => !isLoaded || !isScrolledByVisitor(each));
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

/**
 * Brings the target of a fragment into view as browsers do, opens the `details` around it, and
 * focuses it.
 */
export function showTarget(target: HTMLElement): void {
  let inside: Element | null;
  while ((inside = target.closest(FOLDED)))
    (inside.parentElement as HTMLDetailsElement).open = true;
  target.scrollIntoView({ behavior: 'instant', inline: 'nearest' });
  focusPlace(target);
}

/** Focuses a place, so that keyboards and screen readers continue there, unless the visitor types. */
export function focusPlace(place: HTMLElement): void {
  // A document that has a place has a body, which is active when nothing else is.
  const typing = place.ownerDocument.activeElement as Element;
  // A field of the page that was left may still have the focus.
  if (typing.matches(TYPED_INTO) && !isKept(typing)) return;
  // Makes a heading focusable by script alone, and leaves a link in the order of the Tab key.
  place.tabIndex += 0;
  place.focus({ preventScroll: true });
}

/** Enters a state as a visitor would, so that React and other listeners notice. */
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
    // React reports changes of checkboxes on `click`. A MouseEvent would toggle the box again.
    events.unshift('click');
  }
  // React ignores an event whose value equals the tracked one.
  element._valueTracker?.setValue(NEVER_SEEN);
  for (const type of events) element.dispatchEvent(new Event(type, { bubbles: true }));
}
