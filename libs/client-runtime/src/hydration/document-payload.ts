import { documentPayloadId } from '#shared';
import type { DocumentPayload } from '#shared';

/** What the server rendered the document from. Throws when the document carries none. */
export function readDocumentPayload(document: Document): DocumentPayload {
  const element = document.getElementById(documentPayloadId);
  if (!element?.textContent) throw new Error('The document carries no payload.');
  return JSON.parse(element.textContent) as DocumentPayload;
}
