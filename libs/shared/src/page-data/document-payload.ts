import type { ActionState } from './field-errors.ts';
import type { Flash } from './flash.ts';
import type { DeferredDatum, PageData } from './page-data.ts';

/** Id of the script element that carries the DocumentPayload. */
export const documentPayloadId = 'document-payload';

/** Id of the element that holds the rendered page. */
export const documentRootId = 'root';

/** Global that a streamed document pushes each `DeferredDatum` to as it settles. */
export const deferredQueueName = 'pageDeferred';

/** Global in which a document keeps `EarlyClicks` until its scripts have loaded. */
export const earlyClicksName = 'pageClicks';

/** Clicks that nothing but a script can answer, made before there was one. */
export interface EarlyClicks {
  /** What was clicked, oldest first; the same element as often as it was clicked. Grows until `stop`. */
  readonly targets: readonly Element[];
  /** Notes no more: clicks are answered from here on. */
  stop(): void;
}

/** What a document was rendered from and is hydrated with: each datum once. */
export interface DocumentPayload {
  /** Path under which the application is mounted, without a trailing slash; empty at the root. */
  readonly basePath: string;
  /** Stands after a page's own title, and alone where a page has none. */
  readonly applicationName: string;
  /** Address of the application's `RouteTable`, base path included: JSON that never changes there. */
  readonly routeTable: string;
  readonly page: PageData;
  /** Files of the page's views by view, relative to the entry script; a view that is not named is in the build's table. */
  readonly viewFiles: Readonly<Record<string, string>>;
  /** False when nothing is to be prefetched for this visitor; absent otherwise. */
  readonly mayPrefetch?: boolean;
  /**
   * Names the visitor and what they may, and says nothing of either: where it is another one, what was kept for the
   * visitor before is dropped, in all tabs. Absent where nobody knows.
   */
  readonly standing?: string;
  /** What became of the action whose form led to this document; absent of any other. */
  readonly action?: ActionState;
  /** What the action did that led to this document; told once. */
  readonly flash?: Flash;
  /** Deferred data that had settled before the document was sent: all of it with `_whole`. */
  readonly settled?: readonly DeferredDatum[];
  /** What the application's own browser parts start with; absent: they are not loaded. The runtime does not read it. */
  readonly boot?: unknown;
}

/** JSON that may stand inside a script element: no `<` that could end it, no line separator that older parsers trip on. */
export function toPayloadScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
