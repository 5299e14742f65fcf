import type { ActionState } from './field-errors.ts';
import type { Flash } from './flash.ts';
import type { DeferredDatum, PageData } from './page-data.ts';

export const documentPayloadId = 'document-payload';

export const documentRootId = 'root';

/** Global to which a streamed document pushes each `DeferredDatum` when it settles. */
export const deferredQueueName = 'pageDeferred';

/** Global in which a document keeps `EarlyClicks` until its scripts have loaded. */
export const earlyClicksName = 'pageClicks';

export interface EarlyClicks {
  /** Oldest first. An element is listed once for each click. Grows until `stop`. */
  readonly targets: readonly Element[];
  /** Stops recording, because scripts answer clicks from now on. */
  stop(): void;
}

export interface DocumentPayload {
  /** Path of the application without a trailing slash; empty at the root. */
  readonly basePath: string;
  readonly applicationName: string;
  /** Address of the `RouteTable`, base path included. The JSON at one address never changes. */
  readonly routeTable: string;
  readonly page: PageData;
  /**
   * Files of the page's views by view, relative to the entry script. The build's table has the
   * views that are missing here.
   */
  readonly viewFiles: Readonly<Record<string, string>>;
  /** False when nothing should be prefetched for this visitor, absent otherwise. */
  readonly mayPrefetch?: boolean;
  /**
   * Identifies the visitor and their rights without revealing either. When it changes, all tabs
   * drop what they kept for the visitor before.
   */
  readonly standing?: string;
  readonly action?: ActionState;
  readonly flash?: Flash;
  /** Deferred data that settled before the document was sent: all of it with `_whole`. */
  readonly settled?: readonly DeferredDatum[];
  /**
   * Start data of the application's own browser parts, which are not loaded when it is absent. The
   * runtime does not read it.
   */
  readonly boot?: unknown;
}

/**
 * Returns JSON that is safe inside a script element: without `<`, which could end the element, and
 * without line separators that older parsers reject.
 */
export function toPayloadScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
