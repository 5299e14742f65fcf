import { deferredQueueName, noindexMeta, toPayloadScript } from '#shared';
import type { DeferredDatum } from '#shared';
import type { PageStream } from '../build/view-renderer.ts';
import type { DocumentFrame } from './document.ts';
import { FlushedHtml } from '../build/flushed-html.ts';

export interface DocumentStreamParts {
  readonly frame: DocumentFrame;
  readonly stream: PageStream;
  /** Deferred data of the page. None of these promises may reject. */
  readonly settling: readonly Promise<DeferredDatum>[];
  readonly nonce: string;
  readonly signal: AbortSignal;
}

/**
 * Yields a document piece by piece: the shell first, then each datum with the region that shows it.
 * Completes the document even when data fail. Stops early only when the reader has left.
 */
export async function* streamDocument({
  frame,
  stream,
  settling,
  nonce,
  signal,
}: DocumentStreamParts): AsyncGenerator<string> {
  const wakeSignal = new WakeSignal();
  const html = new FlushedHtml(wakeSignal.tell);
  const late: string[] = [];
  const waiting = new Set(settling);
  let isIndexed = true;
  for (const datum of settling) {
    void datum.then((settled) => {
      waiting.delete(datum);
      // The datum precedes its region, because the browser needs the datum to hydrate the region.
      late.push(toDatumScript(settled, nonce));
      if (isIndexed && isRefused(settled)) {
        isIndexed = false;
        // The status has been sent already. Search engines also obey `noindex`, anywhere in a
        // document.
        late.push(noindexMeta);
      }
      stream.settle(settled);
      wakeSignal.tell();
    });
  }
  signal.addEventListener('abort', wakeSignal.tell, { once: true });
  stream.pipe(html);
  const isOver = (): boolean => waiting.size === 0 && late.length === 0 && html.isEnded;
  try {
    const [tree, scripts] = splitShell(html.take(), nonce);
    yield frame.start + tree + frame.afterTree + scripts;
    while (!signal.aborted && !isOver()) {
      await wakeSignal.next();
      const piece = late.splice(0).join('') + html.take();
      if (piece !== '') yield piece;
    }
    yield frame.end;
  } finally {
    // This block also runs when the reader stops at a piece, for example because the connection has
    // closed.
    signal.removeEventListener('abort', wakeSignal.tell);
    if (!html.isEnded) stream.abort(signal.reason ?? new Error('Nobody reads any more.'));
  }
}

/**
 * Separates React's tree from the scripts that React appends when regions wait. The browser must
 * not find these scripts in the element that it hydrates.
 */
function splitShell(shell: string, nonce: string): [tree: string, scripts: string] {
  const end = shell.indexOf(`<script nonce="${nonce}"`);
  return end === -1 ? [shell, ''] : [shell.slice(0, end), shell.slice(end)];
}

function isRefused(datum: DeferredDatum): boolean {
  return 'outcome' in datum && datum.outcome.status >= 400 && datum.outcome.status < 500;
}

function toDatumScript(datum: DeferredDatum, nonce: string): string {
  // The datum is sent as a JSON string, because a key `__proto__` in an object literal would set
  // the prototype.
  const json = toPayloadScript(JSON.stringify(datum));
  const push = `(self.${deferredQueueName}??=[]).push(JSON.parse(${json}))`;
  return `<script nonce="${nonce}">${push}</script>`;
}

class WakeSignal {
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
