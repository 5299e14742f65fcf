import { toDigest } from '../outcomes/digest.ts';
import { FlushedHtml } from './flushed-html.ts';
import type { PageStream, PageToRender, RenderOptions, StreamOptions } from './view-renderer.ts';

export interface ServerEntry {
  readonly loadingViews: readonly string[];
  render(page: PageToRender, nonce: string): string;
  stream(
    page: PageToRender,
    options: {
      readonly nonce: string;
      readonly isWhole?: boolean;
      readonly onError: (error: unknown) => string;
    },
  ): PageStream & { readonly shell: Promise<void>; readonly complete: Promise<void> };
}

/**
 * React's mark for a region that `renderToString` left out, because the region failed or waits for
 * data.
 */
const LEFT_OUT = '<!--$!-->';
/**
 * End of the mark above. A search for it is faster, because pages are full of text that begins like
 * the mark.
 */
const MARK_END = '$!-->';

/**
 * Renders a whole page, with the HTML around its tree. When `render` leaves a region out, renders
 * the page again as a stream, and waits for the region until the deadline. Rejects with the
 * region's error.
 */
export async function renderPage(
  entry: ServerEntry,
  page: PageToRender,
  { before, after, nonce, getDeadline }: RenderOptions,
): Promise<string> {
  // Searched after the pieces are joined: V8 must join a string to search it and to send it, and
  // now does so once.
  const html = before + entry.render(page, nonce) + after;
  if (!html.includes(MARK_END) || !html.includes(LEFT_OUT)) return html;
  const failures: unknown[] = [];
  const stream = entry.stream(page, {
    nonce,
    isWhole: true,
    onError: (error) => {
      failures.push(error);
      return toDigest(error);
    },
  });
  endWith(getDeadline(), stream);
  await Promise.all([stream.shell, stream.complete]);
  if (failures.length > 0) throw failures[0];
  const flushed = new FlushedHtml(() => undefined);
  stream.pipe(flushed);
  return before + flushed.take() + after;
}

/**
 * Streams a page. Calls `onFault` with errors of regions once the shell is rendered, also with
 * errors that occurred before. Rejects with an error of the shell itself, which the caller reports.
 */
export async function streamPage(
  entry: ServerEntry,
  page: PageToRender,
  { nonce, onFault, deadline }: StreamOptions,
): Promise<PageStream> {
  const early: unknown[] = [];
  let isShellReady = false;
  const stream = entry.stream(page, {
    nonce,
    onError: (error) => {
      if (isShellReady) onFault(error);
      else early.push(error);
      return toDigest(error);
    },
  });
  endWith(deadline, stream);
  await stream.shell;
  isShellReady = true;
  early.forEach(onFault);
  return stream;
}

function endWith(deadline: AbortSignal, stream: PageStream): void {
  const end = (): void => stream.abort(deadline.reason);
  if (deadline.aborted) end();
  else deadline.addEventListener('abort', end, { once: true });
}
