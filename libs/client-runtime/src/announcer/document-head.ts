import type { MergedHead } from '#shared';

export function applyHead(document: Document, { title, elements }: MergedHead): void {
  document.title = title;
  // Elements may also be in the body: a late region from the server puts them there.
  for (const element of document.querySelectorAll('[data-head]')) element.remove();
  document.head.insertAdjacentHTML('beforeend', elements);
}
