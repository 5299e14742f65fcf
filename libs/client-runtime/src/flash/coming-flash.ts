import { flashLimits } from '#shared';
import type { Clock, Flash } from '#shared';
import type { Announce } from '../announcer/announcer.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { OwnObservable } from '../observable.ts';

export interface ComingFlashParts {
  readonly window: Window;
  readonly clock: Clock;
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

const KEY = 'errata.flash';

export function createComingFlash({
  window,
  clock,
  flash,
  announce,
}: ComingFlashParts): ComingFlash {
  let coming: Flash | undefined;
  const left = takeLeft(window, clock);
  if (left && !flash.get()) flash.set(left);
  // The document's own, too; by now somebody listens.
  const { text } = flash.get() ?? {};
  if (text) announce(text);
  window.addEventListener('pagehide', () => {
    // The server takes it as told.
    if (coming) leave(window, clock, coming);
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

type Left = readonly [untilMs: number, flash: Flash];

/** For the document that follows. */
function leave(window: Window, clock: Clock, flash: Flash): void {
  const left: Left = [clock.nowMs() + flashLimits.keptMs, flash];
  keep(window, KEY, JSON.stringify(left));
}

/** What the document before has left, once. */
function takeLeft(window: Window, clock: Clock): Flash | undefined {
  const text = recall(window, KEY);
  if (!text) return undefined;
  keep(window, KEY, '');
  const [untilMs, flash] = JSON.parse(text) as Left;
  return clock.nowMs() < untilMs ? flash : undefined;
}
