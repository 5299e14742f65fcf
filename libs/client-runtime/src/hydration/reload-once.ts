import { keep, recall } from '../history/tab-storage.ts';

const KEY = 'page.reloaded';

/**
 * Reloads a document whose code did not load, because a deployment may have replaced the files.
 * Returns false without reloading when this address was reloaded before and no document has
 * hydrated since.
 */
export function reloadOnce(window: Window): boolean {
  const { location } = window;
  const { href } = location;
  // A reload that session storage cannot record might repeat without end.
  const isFirst = recall(window, KEY) !== href && keep(window, KEY, href);
  if (isFirst) location.reload();
  return isFirst;
}

export function noteAlive(window: Window): void {
  keep(window, KEY, '');
}
