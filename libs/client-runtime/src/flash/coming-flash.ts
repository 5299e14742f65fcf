import type { Flash } from '#page-protocol';
import type { Announce } from '../announcer/announcer.ts';
import { flashKey, keep, recall } from '../history/tab-storage.ts';
import type { OwnObservable } from '../observable.ts';

export interface ComingFlashParts {
  readonly window: Window;
  /** Tells the messages of two applications of one origin apart. */
  readonly basePath: string;
  readonly flash: OwnObservable<Flash | undefined>;
  readonly announce: Announce;
}

/**
 * Stores a message from an answer until the next page is shown. When the visitor leaves the
 * document before that, the next document shows the message.
 */
export interface ComingFlash {
  readonly note: (flash: Flash | undefined) => void;
  /**
   * Shows the stored message, and returns its text to announce. A visit without a stored message
   * clears the visible message.
   */
  readonly show: (isVisit: boolean) => string | undefined;
}

export function createComingFlash({
  window,
  basePath,
  flash,
  announce,
}: ComingFlashParts): ComingFlash {
  const key = flashKey + basePath;
  let coming: Flash | undefined;
  const left = recall(window, key);
  if (left && !flash.get()) flash.set(JSON.parse(left) as Flash);
  keep(window, key, '');
  const { text } = flash.get() ?? {};
  if (text) announce(text);
  window.addEventListener('pagehide', () => {
    // The server sends a message only once, so only the browser can pass it to the next document.
    if (coming) keep(window, key, JSON.stringify(coming));
    coming = undefined;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A document from the back/forward cache has shown its message before.
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
