import { documentPayloadId } from '#shared';
import type { DocumentPayload } from '#shared';

/** What the server rendered the document from. Throws when the document carries none. */
export function readDocumentPayload(document: Document): DocumentPayload {
  const element = document.getElementById(documentPayloadId);
  const text = element?.textContent;
  if (!text) throw new Error('No payload');
  return JSON.parse(text) as DocumentPayload;
}
