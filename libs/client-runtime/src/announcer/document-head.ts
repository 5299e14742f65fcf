import type { MergedHead } from '#shared';

/** Makes the document's head that of the page that is shown. */
export function applyHead(document: Document, { title, description, isNoindex }: MergedHead): void {
  document.title = title;
  setMeta(document, 'description', description);
  setMeta(document, 'robots', isNoindex ? 'noindex' : undefined);
  document.head.querySelector('link[rel="canonical"]')?.remove();
}

function setMeta(document: Document, name: string, content: string | undefined): void {
  const known = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  if (content === undefined) {
    known?.remove();
    return;
  }
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.name = name;
  meta.content = content;
}
