import { toPath } from '../address/destination.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { Visit } from './visit.ts';

export interface CurrentPage {
  readonly page: ShownPage;
  readonly stay: number;
  /** Another object once the visitor asks for another page. */
  here: object;
  isOnPage(url: string): boolean;
  /**
   * Returns the stay (see `Scene`) that a visit to `url` continues, or undefined when the visit
   * needs a new stay. `url` is the visit's own address by default.
   */
  findStay(visit: Visit, url?: string): number | undefined;
  addStay(): number;
  enter(page: ShownPage, stay: number): void;
}

export function createCurrentPage(page: ShownPage): CurrentPage {
  let stays = 0;
  const where: { -readonly [Name in keyof CurrentPage]: CurrentPage[Name] } = {
    page,
    stay: 0,
    here: {},
    isOnPage: (url) => toPath(url) === toPath(where.page.url),
    findStay({ entry, stay, url: own }, url = own) {
      if (entry === 'traverse' && stay !== undefined) return stay;
      return where.isOnPage(url) ? where.stay : undefined;
    },
    addStay: () => (stays += 1),
    enter(shown, stay) {
      where.page = shown;
      where.stay = stay;
    },
  };
  return where;
}
