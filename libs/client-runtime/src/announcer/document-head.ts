import type { MergedHead } from '#page-protocol';

export function applyHead(document: Document, { title, elements }: MergedHead): void {
  document.title = title;
  // Regions that the server sends late have their head elements in the body.
  for (const element of document.querySelectorAll('[data-head]')) element.remove();
  document.head.insertAdjacentHTML('beforeend', elements);
}
