const TYPED_INTO = 'input,textarea,select,[contenteditable]';

/** Keyboards and screen readers go on at the new page's heading, unless the visitor is typing. */
export function focusHeading(document: Document): void {
  if (document.activeElement?.matches(TYPED_INTO)) return;
  const heading = findHeading(document);
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

export function findHeading(document: Document): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector('h1');
}
