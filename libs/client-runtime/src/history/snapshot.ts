import { enter, isContent, isField, isOffsets, read } from './element-state.ts';
import type { Changeable, Offsets, State } from './element-state.ts';
import { isKept, listShown } from './kept-page.ts';
import { watchChanges } from './watch-changes.ts';

/** What a visitor has changed of a page, each element by a selector and its place among what that finds. */
export type Snapshot = readonly (readonly [selector: string, index: number, state: State])[];

/** What the visitor has scrolled, typed, chosen, opened and closed in the document. Never what is secret. */
export interface SnapshotTaker {
  /** Of what has been submitted or reset only what was changed after that. */
  take(): Snapshot;
  /**
   * Scrolls to there at once, and all else to its beginning; enters the rest as if the visitor did, but for what
   * was changed since. What is not there yet, or too short, waits for `resume`. In a document that `isLoaded` just
   * now what the visitor has scrolled already stays.
   */
  restore(snapshot: Snapshot, isLoaded?: boolean): void;
  /** Restores what can be only now. Nothing is scrolled any more once the visitor has done anything. */
  readonly resume: () => void;
  /** Nothing is waited for any longer. */
  settle(): void;
  /** What has been typed and chosen so far is not taken. */
  drop(): void;
  /** Empties what is secret: the page is left, and kept. */
  leave(): void;
  /** Somebody leads elsewhere: the field whose change is the reason is never taken, or back would lead there too. */
  readonly forget: () => void;
}

export function createSnapshotTaker(window: Window): SnapshotTaker {
  const { document } = window;
  let waiting: Snapshot = [];
  const [changed, secrets] = watchChanges(document, () => {
    waiting = waiting.filter(([, , state]) => !isOffsets(state));
  });

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
    take() {
      const taken: Snapshot[number][] = [];
      for (const [element, isTaken] of changed) {
        if (!element.isConnected) changed.delete(element);
        const state = isTaken ? read(element as Changeable) : undefined;
        if (state === undefined) continue;
        const selector = toSelector(element, state);
        const index = listShown(document, selector).indexOf(element);
        // What is opened and entered may be what makes it long enough to be scrolled.
        if (index >= 0) taken[isOffsets(state) ? 'push' : 'unshift']([selector, index, state]);
      }
      return [...taken, ...waiting];
    },
    restore(snapshot, isLoaded) {
      for (const element of isLoaded ? [] : changed.keys()) {
        if (!isField(element) && !isKept(element)) scroll(element);
      }
      // Looked at before anything is opened or entered, which moves what is below.
      const wanted = snapshot.filter((each) => !isLoaded || !isMoved(each));
      waiting = wanted.filter(isWaiting);
    },
    resume() {
      waiting = waiting.filter(isWaiting);
    },
    settle() {
      waiting = [];
    },
    drop() {
      waiting = waiting.filter(([, , state]) => !isContent(state));
      for (const element of changed.keys()) if (isField(element)) changed.set(element, false);
    },
    leave() {
      for (const field of secrets) {
        if (field.value && !isKept(field)) enter(field, '');
        if (!field.isConnected) secrets.delete(field);
      }
    },
    forget() {
      const { type, target } = (window as { readonly event?: Event }).event ?? {};
      // React has boxes tell of a change when they are clicked.
      if (/^(?:input|change|click)$/.test(type ?? '')) changed.set(target as Element, null);
    },
  };
}

/**
 * By its name, or its id, in its form: by the form's id, or where that sends to, which tells apart those of two
 * records. Without them fields are found by their order, and what scrolls, of which a page has few among many
 * elements of the same name, by the way to it from the nearest ancestor that has one.
 */
function toSelector(element: Element, state: State): string {
  const by = (attribute: string, of = element): string => {
    const value = of.getAttribute(attribute);
    return value === null ? '' : `[${attribute}=${JSON.stringify(value)}]`;
  };
  const { localName, parentElement } = element;
  const named = by('name') + (typeof state === 'boolean' ? by('value') : '') || by('id');
  const form = !isOffsets(state) && element.closest('form');
  const scope = form ? `form${by('id', form) || by('action', form)} ` : '';
  if (named) return scope + named;
  if (!isOffsets(state)) return `${scope}${localName}:not([name],[id])`;
  if (!parentElement) return ':root';
  const place = [...parentElement.children].indexOf(element) + 1;
  return `${toSelector(parentElement, state)}>:nth-child(${place})`;
}
