import type { PageCache } from '../cache/page-cache.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { CodeLoader } from '../code/code-loader.ts';
import type { OutOfSight } from '../history/out-of-sight.ts';
import type { Scene, Stage } from './stage.ts';
import type { Whereabouts } from './whereabouts.ts';

export interface PreparationParts {
  /** Path of the application, without a trailing slash. */
  readonly basePath: string;
  readonly where: Pick<Whereabouts, 'isOnPage' | 'addStay'>;
  readonly cache: Pick<PageCache, 'find'>;
  readonly code: Pick<CodeLoader, 'load'>;
  readonly stage: Pick<Stage, 'prepare'>;
}

/** The page that is rendered out of sight, where the visitor is about to go. */
export interface Preparation {
  /** Has a page that is held rendered out of sight, so that it only has to be uncovered. Never rejects. */
  prepare(url: string, outOfSight: OutOfSight): Promise<void>;
  /** The stay in which that page has been rendered; undefined when it has not. */
  findStay(page: ShownPage): number | undefined;
  /** The document shows that stay. */
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

  /** With other data it is another page: its state may be made of what there was. */
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
