const TYPED_INTO = 'input,textarea,select,[contenteditable]';

/**
 * Keyboards and screen readers go on at the page's heading, unless the visitor is typing. Returns what the
 * heading says; empty when there is none.
 */
export function focusHeading(document: Document): string {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
  if (heading && !document.activeElement?.matches(TYPED_INTO)) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return heading?.textContent.trim() ?? '';
}
