import type { Request, Route } from 'playwright-core';
import { eventually } from '../../../../../test/support/eventually.ts';
import type { Tour } from './tour.ts';

/** Requests for page data whose answers are held open, each until it is let go. */
export interface HeldRequests {
  /** Path and query of those that are held, oldest first. */
  readonly urls: string[];
  /** Answers the request for that address as the server does, or else as it is told, once it has come. */
  release(url: string, answer?: (route: Route) => Promise<void>): Promise<void>;
}

/** Of the lines' pages, those that `isHeld` says; `kind` as `Router-Prefetch` has it, undefined for a navigation. */
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
