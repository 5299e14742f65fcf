import { visitorCookie } from '#page-protocol';
import { keep, recall } from '../history/tab-storage.ts';

export interface VisitorOptions {
  readonly basePath: string;
  /**
   * Mark of the visitor for whom the server made the document (see `DocumentPayload`). Absent for a
   * document that shared caches may store. The visitor who opens that document owns it.
   */
  readonly visitor?: string;
  /** Called when this browser's last document was for another visitor. */
  readonly onNew: () => void;
}

/** Tells whether the document still belongs to the visitor who uses the browser. */
export interface Visitor {
  /**
   * Returns true once another visitor uses this browser, or the same with other rights. Nothing
   * that the document holds may be shown then. Answers at once, because it reads a cookie.
   */
  readonly isOther: () => boolean;
  /** Returns the visitor's mark in the cookie, or undefined where cookies were deleted or refused. */
  readonly mark: () => string | undefined;
  /** Call when the visitor has signed in over the page, which stays. */
  adopt(): void;
}

const MARK = new RegExp(`\\b${visitorCookie}=([\\w-]+)`);

export function createVisitor(
  window: Window,
  { basePath, visitor, onNew }: VisitorOptions,
): Visitor {
  const key = `page.visitor${basePath}`;
  const read = (): string | undefined => MARK.exec(window.document.cookie)?.[1];
  // A browser without the cookie refuses cookies, so that nobody can sign in.
  let known = read() && (visitor ?? read());
  if (visitor && recall(window, key, 'localStorage') !== visitor) {
    keep(window, key, visitor, 'localStorage');
    onNew();
  }
  return {
    isOther: () => read() !== known,
    mark: read,
    adopt() {
      known = read();
    },
  };
}

/**
 * Returns whether the browser may have taken the document from its HTTP cache. A reload has another
 * navigation type, so a reload does not repeat.
 */
export function isAfterBack({ performance }: Pick<Window, 'performance'>): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward';
}
