import { documentPayloadId } from '#page-protocol';
import type { DocumentPayload } from '#page-protocol';

/**
 * Reads the data from which the server rendered the document. Throws when the document carries
 * none.
 *
 * ```tsx
 * const payload = readDocumentPayload(document);
 * await hydrateDocument({ ...options, window, payload, views });
 * ```
 */
export function readDocumentPayload(document: Document): DocumentPayload {
  const element = document.getElementById(documentPayloadId);
  const text = element?.textContent;
  if (!text) throw new Error('No payload');
  return JSON.parse(text) as DocumentPayload;
}
