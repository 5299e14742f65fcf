import type { PageCache } from '../cache/page-cache.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface ListHeldParts {
  readonly cache: Pick<PageCache, 'listHeld'>;
  readonly code: Pick<CodeLoader, 'prepare'>;
  readonly where: Pick<Whereabouts, 'page'>;
}

/** Keys of the segments that need not be sent for the page at this address, whose code starts to be loaded. */
export type ListHeld = (url: string) => string[];

export function createListHeld({ cache, code, where }: ListHeldParts): ListHeld {
  return (url) => cache.listHeld(url, where.page.segments.slice(0, -1), code.prepare(url).shape);
}
