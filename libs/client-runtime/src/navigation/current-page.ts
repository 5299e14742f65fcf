import { toPath } from '../address/destination.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Visit } from './visit.ts';

/** Where the visitor is: the page that is shown, and his stay on it. */
export interface Whereabouts {
  /** The page that the document shows. */
  readonly page: ShownPage;
  readonly stay: number;
  /** The same object until the visitor goes anywhere. */
  readonly here: object;
  /** Whether the page at that address is the one that is shown, whatever its query. */
  isOnPage(url: string): boolean;
  /** The stay in which a visit to that address, its own by default, ends; undefined: a new one. */
  findStay(visit: Visit, url?: string): number | undefined;
  /** A new stay. */
  addStay(): number;
  /** The visitor goes elsewhere. */
  leave(): void;
  /** The document shows this page. */
  enter(page: ShownPage, stay: number): void;
}

/** `page`: the one that the document shows first. */
export function createWhereabouts(page: ShownPage): Whereabouts {
  let stays = 0;
  const where: { -readonly [Name in keyof Whereabouts]: Whereabouts[Name] } = {
    page,
    stay: 0,
    here: {},
    isOnPage: (url) => toPath(url) === toPath(where.page.url),
    findStay({ entry, stay, url: own }, url = own) {
      if (entry === 'traverse' && stay !== undefined) return stay;
      return where.isOnPage(url) ? where.stay : undefined;
    },
    addStay: () => (stays += 1),
    leave() {
      where.here = {};
    },
    enter(shown, stay) {
      if (stay !== where.stay) where.leave();
      where.page = shown;
      where.stay = stay;
    },
  };
  return where;
}
