/**
 * Whether an element belongs to a page that is kept for back and forward. React hides those with an
 * important inline style, which no view has: the content security policy forbids the attribute.
 */
export function isKept(element: Element): boolean {
  return element.closest('[style*="none !important"]') !== null;
}

/**
 * What would go on in a page that nobody sees: a modal dialog, behind which all of the document is dead, a
 * film, a sound.
 */
export function quietKept(document: Document): void {
  const noisy = 'dialog[open],audio,video';
  for (const each of document.querySelectorAll<HTMLDialogElement | HTMLMediaElement>(noisy)) {
    if (!isKept(each)) continue;
    if ('close' in each) each.close();
    else each.pause();
  }
}

/** What a selector finds in the page that is shown, in the order of the document. */
export function listShown(document: Document, selector: string): Element[] {
  return [...document.querySelectorAll(selector)].filter((each) => !isKept(each));
}
