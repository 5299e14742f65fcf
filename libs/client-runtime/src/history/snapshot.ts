import { isContent, isField, isOffsets, read } from './element-state.ts';
import type { Changeable, Snapshot, State } from './element-state.ts';
import { listShown } from './kept-page.ts';
import type { CreateRestorer, Restorer } from './restorer.ts';
import { watchChanges } from './watch-changes.ts';

/** What the visitor has scrolled, typed, chosen, opened and closed in the document. Never what is secret. */
export interface SnapshotTaker {
  /** What restores is there from here on (ADR 87). All that was to be restored has waited for it. */
  readonly start: (create: CreateRestorer) => void;
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
  /** Empties what is secret: the page is left, and kept. After `start`. */
  leave(): void;
  /** Somebody leads elsewhere: the field whose change is the reason is never taken, or back would lead there too. */
  readonly forget: () => void;
}

/** `onMissing`: there is something to restore, and `start` has not been called. */
export function createSnapshotTaker(window: Window, onMissing: () => void): SnapshotTaker {
  const { document } = window;
  let restorer: Restorer | undefined;
  let waiting: Snapshot = [];
  /** What waits is of a document that was loaded just now. */
  let isOfLoaded: boolean | undefined;
  const [changed, secrets] = watchChanges(document, () => {
    waiting = waiting.filter(([, , state]) => !isOffsets(state));
  });

  const begin = (): void => {
    if (restorer) waiting = restorer.begin(waiting, isOfLoaded);
    else onMissing();
  };

  return {
    start(create) {
      restorer = create(document, changed);
      begin();
    },
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
      waiting = snapshot;
      isOfLoaded = isLoaded;
      begin();
    },
    resume() {
      if (restorer) waiting = waiting.filter(restorer.isWaiting);
    },
    settle() {
      waiting = [];
    },
    drop() {
      waiting = waiting.filter(([, , state]) => !isContent(state));
      for (const element of changed.keys()) if (isField(element)) changed.set(element, false);
    },
    leave() {
      restorer?.empty(secrets);
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
