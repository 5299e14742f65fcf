import { keep, recall } from '../history/tab-storage.ts';

export interface StandingOptions {
  readonly basePath: string;
  /**
   * Identifies the visitor for whom the server rendered the document, and the visitor's rights.
   * Absent when the server does not know the visitor.
   */
  readonly standing?: string;
  /** Called when the visitor or their rights differ from those of this browser's last document. */
  readonly onNew: () => void;
  /**
   * Called when this document is outdated: it comes from the browser's cache, or another visitor
   * has signed in in another tab.
   */
  readonly onOld: () => void;
}

/** Compares the document's visitor with the last visitor in this browser. */
export function watchVisitor(
  window: Window,
  { basePath, standing, onNew, onOld }: StandingOptions,
): void {
  const key = `page.standing${basePath}`;
  const isOther = (known = recall(window, key, 'localStorage')): boolean =>
    !!standing && !!known && known !== standing;
  const [entry] = window.performance.getEntriesByType('navigation');
  if (isOther()) {
    // After back or forward, the browser has taken the document from its HTTP cache. A reload has
    // another navigation type, so the reload does not repeat.
    if ((entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward') return onOld();
    onNew();
  }
  if (standing) keep(window, key, standing, 'localStorage');
  window.addEventListener('storage', (event) => {
    if (event.key === key && isOther(event.newValue)) onOld();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A document in the back/forward cache receives no `storage` events.
    if (persisted && isOther()) onOld();
  });
}
