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
 * React writes this mark where `renderToString` left out a region, because the region failed or
 * waits for data.
 */
const LEFT_OUT = '<!--$!-->';
/**
 * End of `LEFT_OUT`. A search for the end is faster, because pages contain much text that begins
 * like `LEFT_OUT`.
 */
const MARK_END = '$!-->';

/**
 * Renders a whole page, including the HTML before and after React's tree. When `entry.render`
 * leaves out a region, renders the page again as a stream and waits for the region until the
 * deadline. Rejects with the first error of a region.
 */
export async function renderPage(
  entry: ServerEntry,
  page: PageToRender,
  { before, after, nonce, getDeadline }: RenderOptions,
): Promise<string> {
  // The parts are joined before the search, so that V8 flattens the text only once. Both searching
  // and sending need the flat text.
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
 * Streams a page. The shell is everything outside of waiting regions. Rejects when the shell fails;
 * the caller reports this error. Once the shell is rendered, calls `onFault` with each error of a
 * region, including earlier errors.
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
