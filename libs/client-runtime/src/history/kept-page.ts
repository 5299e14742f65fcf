/**
 * Returns whether an element belongs to a page that is kept for back and forward. React hides such
 * pages with an important inline style. No view has one, because the content security policy
 * forbids the attribute.
 */
export function isKept(element: Element): boolean {
  return element.closest('[style*="none !important"]') !== null;
}

/** Returns the matches in the page that is shown, in document order. */
export function listShown(document: Document, selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((each) => !isKept(each));
}
