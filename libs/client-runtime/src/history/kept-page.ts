/**
 * Whether an element belongs to a page that is kept for back and forward. React hides those with an
 * important inline style, which no view has: the content security policy forbids the attribute.
 */
export function isKept(element: Element): boolean {
  return element.closest('[style*="none !important"]') !== null;
}

/** What a selector finds in the page that is shown, in the order of the document. */
export function listShown(document: Document, selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((each) => !isKept(each));
}
