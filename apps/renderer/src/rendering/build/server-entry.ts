import { toDigest } from '../outcomes/digest.ts';
import { FlushedHtml } from './flushed-html.ts';
import type { PageStream, PageToRender, RenderOptions, StreamOptions } from './view-renderer.ts';

/** What the server build of the views exports. */
export interface ServerEntry {
  /** Names of views whose files export a `Loading`. */
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

/** React's mark of a region that `renderToString` left out: it failed, or waits for something. */
const LEFT_OUT = '<!--$!-->';
/** The end of it, which is found sooner: a page is full of what begins as the mark does. */
const MARK_END = '$!-->';

/**
 * Renders a page of that build as a whole, with its surroundings. A region that the fast way leaves out
 * is waited for, until `getDeadline` is aborted; rejects with what it fails with.
 */
export async function renderPage(
  entry: ServerEntry,
  page: PageToRender,
  { before, after, nonce, getDeadline }: RenderOptions,
): Promise<string> {
  // Looked through when it is put together: to be searched and to be sent, a string has to be in one
  // piece, and making it that is done once.
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
 * Streams a page of that build. What a region throws while the shell is still being rendered is told
 * once the shell is; what fails the shell itself is told by whoever answers otherwise.
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
