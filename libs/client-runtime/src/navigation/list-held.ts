import type { PageCache } from '../cache/page-cache.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { CurrentPage } from './current-page.ts';

export interface ListHeldParts {
  readonly cache: Pick<PageCache, 'listHeld'>;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly where: Pick<CurrentPage, 'page'>;
}

/**
 * Returns the keys of segments that the server need not send for this address. Also starts to load
 * the code of the page.
 */
export type ListHeld = (url: string) => string[];

export function createListHeld({ cache, code, where }: ListHeldParts): ListHeld {
  return (url) => cache.listHeld(url, where.page.segments.slice(0, -1), code.prepare(url).shape);
}
