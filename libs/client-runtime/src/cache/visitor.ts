import { visitorCookie } from '#page-protocol';
import { keep, recall } from '../history/tab-storage.ts';

export interface VisitorOptions {
  readonly basePath: string;
  /** Mark of the visitor for whom the server made the document (see `DocumentPayload`). */
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
  let known = read() && visitor;
  if (visitor && recall(window, key, 'localStorage') !== visitor) {
    keep(window, key, visitor, 'localStorage');
    onNew();
  }
  return {
    isOther: () => read() !== known,
    adopt() {
      known = read();
    },
  };
}
