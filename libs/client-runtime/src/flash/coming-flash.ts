import type { Flash } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { OwnObservable } from '../observable.ts';

export interface ComingFlashParts {
  readonly window: Window;
  /** What is told at the moment. */
  readonly flash: OwnObservable<Flash | undefined>;
  readonly announce: Announce;
}

/**
 * What an answer tells once, from its arrival until a page is shown: also when that is another one, by then, and when
 * the document is left before, because the code of the page does not come.
 */
export interface ComingFlash {
  readonly note: (flash: Flash | undefined) => void;
  /**
   * A page is shown. What was told before is over when the visitor went there. Returns what is to be announced.
   */
  readonly show: (isVisit: boolean) => string | undefined;
}

/** Where a document leaves it to the one that follows in its tab. */
const KEY = 'page.flash';

export function createComingFlash({ window, flash, announce }: ComingFlashParts): ComingFlash {
  let coming: Flash | undefined;
  const left = recall(window, KEY);
  if (left && !flash.get()) flash.set(JSON.parse(left) as Flash);
  keep(window, KEY, '');
  // The document's own, too; by now somebody listens.
  const { text } = flash.get() ?? {};
  if (text) announce(text);
  window.addEventListener('pagehide', () => {
    // The server takes it as told.
    if (coming) keep(window, KEY, JSON.stringify(coming));
    coming = undefined;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Back by the browser's own cache: it was told before.
    if (persisted) flash.set(undefined);
  });
  return {
    note: (next) => void (coming = next ?? coming),
    show(isVisit) {
      const next = coming;
      coming = undefined;
      if (next || isVisit) flash.set(next);
      return next?.text;
    },
  };
}
