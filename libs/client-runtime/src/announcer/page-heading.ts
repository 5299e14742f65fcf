import { isKept, listShown } from '../history/kept-page.ts';

const TYPED_INTO = 'input,textarea,select,[contenteditable]';

/**
 * Keyboards and screen readers go on at the page's heading, unless the visitor is typing. Returns what the
 * heading says; empty when there is none.
 */
export function focusHeading(document: Document): string {
  const [heading] = ['main h1', 'h1'].flatMap((each) => listShown(document, each)) as HTMLElement[];
  const typing = document.activeElement;
  // The browser has not taken it from the page that was left yet.
  if (heading && (!typing?.matches(TYPED_INTO) || isKept(typing))) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return heading?.textContent.trim() ?? '';
}
