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
  return JSON.parse(
    document.getElementById(documentPayloadId)?.textContent as string,
  ) as DocumentPayload;
}
