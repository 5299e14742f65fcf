import { keep, recall } from '../history/tab-storage.ts';

export interface StandingOptions {
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  /** Of whom the document was made for; absent where nobody knows. */
  readonly standing?: string;
  /** This document was made for another visitor than the one before it in this browser, or for one who may other things. */
  readonly onNew: () => void;
  /** This document was made for who was there before: the browser had kept it, or another tab met the other one. */
  readonly onOld: () => void;
}

/** Notices that somebody else is signed in, or nobody any longer, or who is may other things. */
export function watchStanding(
  window: Window,
  { basePath, standing, onNew, onOld }: StandingOptions,
): void {
  const key = `page.standing${basePath}`;
  const isOther = (known = recall(window, key, 'localStorage')): boolean =>
    !!standing && !!known && known !== standing;
  const [entry] = window.performance.getEntriesByType('navigation');
  if (isOther()) {
    // Of the cache of the browser, which asks nobody when it goes back. Loaded again it is no longer that.
    if ((entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward') return onOld();
    onNew();
  }
  if (standing) keep(window, key, standing, 'localStorage');
  window.addEventListener('storage', (event) => {
    if (event.key === key && isOther(event.newValue)) onOld();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // It was kept whole, and told nothing.
    if (persisted && isOther()) onOld();
  });
}
