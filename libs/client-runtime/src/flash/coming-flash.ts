import type { Flash } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import type { OwnObservable } from '../observable.ts';

export interface ComingFlashParts {
  readonly window: Window;
  /** What is told at the moment. */
  readonly flash: OwnObservable<Flash | undefined>;
  readonly announce: Announce;
}

/** What an answer tells once, from its arrival until a page is shown: also when that is another one, by then. */
export interface ComingFlash {
  readonly note: (flash: Flash | undefined) => void;
  /**
   * A page is shown. What was told before is over when the visitor went there. Returns what is to be announced.
   */
  readonly show: (isVisit: boolean) => string | undefined;
}

export function createComingFlash({ window, flash, announce }: ComingFlashParts): ComingFlash {
  let coming: Flash | undefined;
  // The document's own; by now somebody listens.
  const { text } = flash.get() ?? {};
  if (text) announce(text);
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
