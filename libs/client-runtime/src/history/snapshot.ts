import { isContent, isField, isOffsets, read } from './element-state.ts';
import type { Changeable, Snapshot, State } from './element-state.ts';
import { listShown } from './kept-page.ts';
import type { CreateRestorer, Restorer } from './restorer.ts';
import { watchChanges } from './watch-changes.ts';

/**
 * Takes and restores what the visitor has scrolled, typed, chosen, opened and closed. Never
 * includes secrets.
 */
export interface SnapshotTaker {
  /** Supplies the restorer. Restoring waits for this call. */
  readonly start: (create: CreateRestorer) => void;
  /**
   * Returns the current states. Includes fields of a submitted or reset form only when the visitor
   * has changed them since.
   */
  take(): Snapshot;
  /**
   * Restores scroll positions at once, and scrolls all other changed elements to their beginning.
   * Enters other states as a visitor would, except in elements that the visitor has changed since.
   * States that cannot be restored yet wait for `resume`. `isLoaded` marks a new document, in which
   * the visitor's own scrolling stays.
   */
  restore(snapshot: Snapshot, isLoaded?: boolean): void;
  /**
   * Restores the waiting states that can be restored now. Scroll positions stop waiting once the
   * visitor clicks, types or turns the wheel.
   */
  readonly resume: () => void;
  settle(): void;
  /** Excludes everything typed and chosen so far from later snapshots. */
  drop(): void;
  /**
   * Empties secret fields, because the page stays hidden in the document. Does nothing before
   * `start`.
   */
  leave(): void;
  /**
   * Call when code navigates. Excludes the field whose event caused the navigation, because
   * restoring that field on back would navigate again.
   */
  readonly forget: () => void;
}

/** Calls `onMissing` for each `restore` that comes before `start`. */
export function createSnapshotTaker(window: Window, onMissing: () => void): SnapshotTaker {
  const { document } = window;
  let restorer: Restorer | undefined;
  let waiting: Snapshot = [];
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
        // Opened and filled elements come first, because they may make the page long enough to
        // scroll.
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
      if (/^(?:input|change|click)$/.test(type ?? '')) changed.set(target as Element, null);
    },
  };
}

/**
 * Selects fields by name or id within their form. The form's id or action distinguishes forms with
 * the same fields. Unnamed fields are found by their order. Unnamed scrolled elements are found by
 * the path from the nearest ancestor with a name or id.
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
