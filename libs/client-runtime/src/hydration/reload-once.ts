import { keep, recall } from '../history/tab-storage.ts';

const KEY = 'page.reloaded';

/**
 * Loads a document again whose code does not arrive: after a deploy the next one names other files. False,
 * and nothing happens, when that has been tried for this address and nothing came alive since.
 */
export function reloadOnce(window: Window): boolean {
  const { location } = window;
  const { href } = location;
  // Where nothing can be noted, it might go on for ever.
  const isFirst = recall(window, KEY) !== href && keep(window, KEY, href);
  if (isFirst) location.reload();
  return isFirst;
}

/** It came alive: the next time may be tried again. */
export function noteAlive(window: Window): void {
  keep(window, KEY, '');
}
