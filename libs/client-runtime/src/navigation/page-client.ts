import {
  formatRouterState,
  pageDataHeaders,
  pageDataType,
  parseBuildConflict,
  parsePageData,
} from '#shared';
import type { PageData } from '#shared';
import { readLines } from './read-lines.ts';

/** What a request for page data came to. */
export type PageAnswer =
  | {
      readonly kind: 'page';
      readonly page: PageData;
      /** The lines after the first, as they come. */
      readonly rest: AsyncIterable<string>;
    }
  /** The page is somewhere else: at another origin, or at an address with a fragment. */
  | { readonly kind: 'moved'; readonly location: string }
  /** The server is of another build than this code. */
  | { readonly kind: 'other-build' }
  /** It is not page data. */
  | { readonly kind: 'unreadable' };

export interface PageClientOptions {
  readonly fetch: typeof fetch;
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  /** Of this code. */
  readonly build: string;
}

export interface PageRequestOptions {
  /** Keys of segments that need not be sent, outermost first. */
  readonly held: readonly string[];
  readonly signal: AbortSignal;
}

/** Asks the server for page data (DESIGN §3). */
export class PageClient {
  readonly #options: PageClientOptions;

  constructor(options: PageClientOptions) {
    this.#options = options;
  }

  /** `url`: path and query within the application. Rejects when the request fails or is aborted. */
  async load(url: string, { held, signal }: PageRequestOptions): Promise<PageAnswer> {
    const { basePath, build } = this.#options;
    const answer = await this.#options.fetch(basePath + url, {
      headers: { [pageDataHeaders.routerState]: formatRouterState(build, held) },
      cache: 'no-store',
      mode: 'same-origin',
      signal,
    });
    const type = answer.headers.get('Content-Type') ?? '';
    if (!answer.body || !type.startsWith(pageDataType)) return { kind: 'unreadable' };
    const lines = readLines(answer.body);
    const first = await lines.next();
    return toAnswer(first.done ? '' : first.value, lines);
  }
}

function toAnswer(line: string, rest: AsyncIterable<string>): PageAnswer {
  const page = parsePageData(line);
  if (!page) return { kind: parseBuildConflict(line) ? 'other-build' : 'unreadable' };
  if (page.location !== undefined) return { kind: 'moved', location: page.location };
  return page.segments.length > 0 ? { kind: 'page', page, rest } : { kind: 'unreadable' };
}
