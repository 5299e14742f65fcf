import type { MergedHead } from '#shared';

/** Makes the document's head that of the page that is shown. */
export function applyHead(document: Document, { title, description, noindex }: MergedHead): void {
  const { head } = document;
  document.title = title;
  const metas = { description, robots: noindex && 'noindex' };
  for (const [name, content] of Object.entries(metas)) {
    // A late region of the server's may have put one into the body.
    document.querySelector(`meta[name=${name}]`)?.remove();
    if (content) head.append(Object.assign(document.createElement('meta'), { name, content }));
  }
}
