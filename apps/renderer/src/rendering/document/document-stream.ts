import { deferredQueueName, noindexMeta, toPayloadScript } from '#shared';
import type { DeferredDatum } from '#shared';
import type { PageStream } from '../build/view-renderer.ts';
import type { DocumentFrame } from './document.ts';
import { FlushedHtml } from '../build/flushed-html.ts';

export interface DocumentStreamParts {
  readonly frame: DocumentFrame;
  /** Its shell is rendered. */
  readonly stream: PageStream;
  /** What the page waits for; none rejects. */
  readonly settling: readonly Promise<DeferredDatum>[];
  readonly nonce: string;
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal;
}

/**
 * The pieces of a document in the order in which they are there: the shell, then each datum and the
 * region that shows it. Ends complete whatever becomes of the data; ends early only when nobody reads.
 */
export async function* streamDocument({
  frame,
  stream,
  settling,
  nonce,
  signal,
}: DocumentStreamParts): AsyncGenerator<string> {
  const news = new News();
  const html = new FlushedHtml(news.tell);
  const late: string[] = [];
  const waiting = new Set(settling);
  let isIndexed = true;
  for (const datum of settling) {
    void datum.then((settled) => {
      waiting.delete(datum);
      // Before its region: the browser has the datum when the region is there to be hydrated.
      late.push(toDatumScript(settled, nonce));
      if (isIndexed && isRefused(settled)) {
        isIndexed = false;
        // The status was sent before; search engines read this anywhere in a document.
        late.push(noindexMeta);
      }
      stream.settle(settled);
      news.tell();
    });
  }
  signal.addEventListener('abort', news.tell, { once: true });
  stream.pipe(html);
  const isOver = (): boolean => waiting.size === 0 && late.length === 0 && html.isEnded;
  try {
    const [tree, scripts] = splitShell(html.take(), nonce);
    yield frame.start + tree + frame.afterTree + scripts;
    while (!signal.aborted && !isOver()) {
      await news.next();
      const piece = late.splice(0).join('') + html.take();
      if (piece !== '') yield piece;
    }
    yield frame.end;
  } finally {
    // Also when the reader stops at a piece: a full connection that was closed.
    signal.removeEventListener('abort', news.tell);
    if (!html.isEnded) stream.abort(signal.reason ?? new Error('Nobody reads any more.'));
  }
}

/** React ends a shell that waits with scripts of its own, which are no part of the tree to hydrate. */
function splitShell(shell: string, nonce: string): [tree: string, scripts: string] {
  const end = shell.indexOf(`<script nonce="${nonce}"`);
  return end === -1 ? [shell, ''] : [shell.slice(0, end), shell.slice(end)];
}

/** It is not there, or not for everybody. */
function isRefused(datum: DeferredDatum): boolean {
  return 'outcome' in datum && datum.outcome.status >= 400 && datum.outcome.status < 500;
}

function toDatumScript(datum: DeferredDatum, nonce: string): string {
  // Parsed, not written out: as a literal, a key `__proto__` would be the object's prototype.
  const json = toPayloadScript(JSON.stringify(datum));
  const push = `(self.${deferredQueueName}??=[]).push(JSON.parse(${json}))`;
  return `<script nonce="${nonce}">${push}</script>`;
}

/** Wakes the one who waits; news between two waits are kept. */
class News {
  private isThere = false;
  private wake: (() => void) | undefined;

  readonly tell = (): void => {
    this.isThere = true;
    this.wake?.();
  };

  async next(): Promise<void> {
    if (!this.isThere) await new Promise<void>((resolve) => (this.wake = resolve));
    this.isThere = false;
  }
}
