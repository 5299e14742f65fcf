import type { MergedHead } from '#shared';

/** Makes the document's head that of the page that is shown. */
export function applyHead(document: Document, { title, elements }: MergedHead): void {
  document.title = title;
  // A late region of the server's may have put one into the body.
  for (const element of document.querySelectorAll('[data-head]')) element.remove();
  document.head.insertAdjacentHTML('beforeend', elements);
}
