import type { MergedHead } from '#page-protocol';

/** Leaves equal elements, because browsers compute all styles again when a color scheme changes. */
export function applyHead(document: Document, head: MergedHead): void {
  document.title = head.title;
  document.documentElement.lang = head.lang;
  const added = new Set(head.elements);
  // Regions that the server sends late have their head elements in the body.
  for (const element of document.querySelectorAll('[data-head]')) {
    if (!added.delete(element.outerHTML)) element.remove();
  }
  document.head.insertAdjacentHTML('beforeend', [...added].join(''));
}
