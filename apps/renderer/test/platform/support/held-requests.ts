import type { Request, Route } from 'playwright-core';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

export interface HeldRequests {
  readonly urls: string[];
  /** Waits for a request for this address and answers it, as the server does or with `answer`. */
  release(url: string, answer?: (route: Route) => Promise<void>): Promise<void>;
}

/**
 * Holds requests for page data below `/lines` for which `isHeld` returns true. Its argument is the
 * value of `Router-Prefetch`, undefined for a navigation.
 */
export async function holdRequests(
  { page }: Tour,
  isHeld: (kind: string | undefined) => boolean,
): Promise<HeldRequests> {
  const held: Route[] = [];
  const isData = (request: Request): boolean => request.headers()['router-state'] !== undefined;
  await page.route('**/lines/**', async (route, request) => {
    if (isData(request) && isHeld(request.headers()['router-prefetch'])) held.push(route);
    else await route.continue();
  });
  return {
    get urls() {
      return held.map((route) => toPath(route));
    },
    async release(url, answer = (route) => route.continue()) {
      const route = await eventually(`${url} is asked for`, () =>
        held.find((each) => toPath(each) === url),
      );
      held.splice(held.indexOf(route), 1);
      await answer(route);
    },
  };
}

function toPath(route: Route): string {
  const { pathname, search } = new URL(route.request().url());
  return pathname + search;
}
