import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';
import type { Scene, Stage } from './stage.ts';
import type { CurrentPage } from './current-page.ts';

export interface PreparationParts {
  readonly basePath: string;
  readonly where: Pick<CurrentPage, 'isOnPage' | 'addStay'>;
  readonly cache: Pick<PageCache, 'find'>;
  readonly code: Pick<CodeLoader, 'load'>;
  readonly stage: Pick<Stage, 'prepare'>;
}

/** Renders the page that the visitor is about to open, out of sight. */
export interface Preparation {
  /** Does nothing for a page that is not in the cache. Never rejects. */
  prepare(url: string, outOfSight: OutOfSight): Promise<void>;
  findStay(page: ShownPage): number | undefined;
  enter(stay: number): void;
}

export function createPreparation({
  basePath,
  where,
  cache,
  code,
  stage,
}: PreparationParts): Preparation {
  let prepared: Pick<Scene, 'page' | 'stay'> | undefined;

  /**
   * Returns the stay of the prepared page, unless `page` has other data. The prepared components
   * may hold state from the earlier data.
   */
  const findStay = ({ segments }: ShownPage): number | undefined =>
    prepared?.page.segments.at(-1) === segments.at(-1) ? prepared?.stay : undefined;

  return {
    findStay,
    async prepare(url, outOfSight) {
      const { page } = cache.find(url) ?? {};
      if (!page || where.isOnPage(url) || findStay(page) !== undefined) return;
      if (!(await code.load(page.segments))) return;
      prepared = { page, stay: where.addStay() };
      stage.prepare({ ...prepared, address: basePath + url }, outOfSight);
    },
    enter(stay) {
      if (stay === prepared?.stay) prepared = undefined;
    },
  };
}
