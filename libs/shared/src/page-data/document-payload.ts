import type { DeferredDatum, PageData } from './page-data.ts';

/** Id of the script element that carries the DocumentPayload. */
export const documentPayloadId = 'document-payload';

/** Id of the element that holds the rendered page. */
export const documentRootId = 'root';

/** Global that a streamed document pushes each `DeferredDatum` to as it settles. */
export const deferredQueueName = 'errataDeferred';

/** What a document was rendered from and is hydrated with: each datum once. */
export interface DocumentPayload {
  /** Path under which the application is mounted, without a trailing slash; empty at the root. */
  readonly basePath: string;
  readonly page: PageData;
  /** Deferred data that had settled before the document was sent: all of it with `_whole`. */
  readonly settled?: readonly DeferredDatum[];
  /** What the application's own browser entry needs to start; the runtime does not read it. */
  readonly boot: unknown;
}

/** JSON that may stand inside a script element: no `<` that could end it, no line separator that older parsers trip on. */
export function toPayloadScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
