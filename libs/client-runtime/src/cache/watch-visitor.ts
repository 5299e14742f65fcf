import { keep, recall } from '../history/tab-storage.ts';

export interface StandingOptions {
  readonly basePath: string;
  /**
   * Identifies the visitor and their rights, as the document was rendered for them. Absent when the
   * server does not know.
   */
  readonly standing?: string;
  /**
   * Called when this document belongs to another visitor, or to other rights, than the last
   * document of this browser.
   */
  readonly onNew: () => void;
  /**
   * Called when this document is outdated: it comes from the browser's cache, or another visitor
   * has signed in in another tab.
   */
  readonly onOld: () => void;
}

/** Compares the document's visitor with the one that this browser's tabs have seen last. */
export function watchVisitor(
  window: Window,
  { basePath, standing, onNew, onOld }: StandingOptions,
): void {
  const key = `page.standing${basePath}`;
  const isOther = (known = recall(window, key, 'localStorage')): boolean =>
    !!standing && !!known && known !== standing;
  const [entry] = window.performance.getEntriesByType('navigation');
  if (isOther()) {
    // The browser took the document from its HTTP cache without asking the server. A reload changes
    // the navigation type, so this does not repeat.
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
