import { isKept, listShown } from '../history/kept-page.ts';

const TYPED_INTO = 'input,textarea,select,[contenteditable]';

/**
 * Focuses the page's heading, so that keyboards and screen readers continue there. A visitor who is
 * typing keeps the focus. Returns the heading's text.
 */
export function focusHeading(document: Document): string | undefined {
  const [heading] = ['main h1', 'h1'].flatMap((each) => listShown(document, each)) as HTMLElement[];
  const typing = document.activeElement;
  // A field of the page that was left may still have the focus.
  if (heading && (!typing?.matches(TYPED_INTO) || isKept(typing))) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return heading?.textContent.trim();
}
