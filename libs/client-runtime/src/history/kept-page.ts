/**
 * Returns whether an element belongs to a page that stays hidden in the document for back and
 * forward. React hides such pages with an important inline style. Views have no inline styles,
 * because the content security policy forbids them.
 */
export function isKept(element: Element): boolean {
  return element.closest('[style*="none !important"]') !== null;
}

/** Returns the matches in the visible page, in document order. */
export function listShown(document: Document, selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((each) => !isKept(each));
}
