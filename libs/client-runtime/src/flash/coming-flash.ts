import type { Flash } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { OwnObservable } from '../observable.ts';

export interface ComingFlashParts {
  readonly window: Window;
  readonly flash: OwnObservable<Flash | undefined>;
  readonly announce: Announce;
}

/**
 * Holds a flash from its answer until a page is shown, whichever page that is. When the document is
 * left before, the next document shows the flash.
 */
export interface ComingFlash {
  readonly note: (flash: Flash | undefined) => void;
  /**
   * Shows the flash with a page, and returns the text to announce. A visit without a flash clears
   * the earlier one.
   */
  readonly show: (isVisit: boolean) => string | undefined;
}

const KEY = 'page.flash';

export function createComingFlash({ window, flash, announce }: ComingFlashParts): ComingFlash {
  let coming: Flash | undefined;
  const left = recall(window, KEY);
  if (left && !flash.get()) flash.set(JSON.parse(left) as Flash);
  keep(window, KEY, '');
  const { text } = flash.get() ?? {};
  if (text) announce(text);
  window.addEventListener('pagehide', () => {
    // The server counts this flash as shown already, so only the browser can hand it to the next
    // document.
    if (coming) keep(window, KEY, JSON.stringify(coming));
    coming = undefined;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A document from the back/forward cache has shown its flash before.
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
