import { pathToRegexp } from 'path-to-regexp';
import type { RouteTable } from '#shared';

/** As Express takes it. Of Nest's routes it is always a string. */
export type RoutePath = string | RegExp | readonly RoutePath[];

export interface ViewedRoute {
  readonly path: RoutePath;
  /** Outermost first; none where there is no page. */
  readonly views: readonly string[];
}

/** The table of these routes, which are in the order in which Express tries them. */
export function toRouteTable(routes: readonly ViewedRoute[]): RouteTable {
  const views = [...new Set(routes.flatMap((route) => route.views))];
  return {
    views,
    routes: routes.map((route) => [
      toPattern(route.path),
      ...route.views.map((view) => views.indexOf(view)),
    ]),
  };
}

/**
 * What Express makes of a path without `case sensitive routing` and `strict routing`. A regular
 * expression of a path's own loses its flags: matching too much costs a forecast, no page.
 */
function toPattern(path: RoutePath): string {
  if (path instanceof RegExp) return path.source;
  if (typeof path === 'string') return pathToRegexp(loosen(path)).regexp.source;
  return path.map(toPattern).join('|');
}

/** Express takes a slash at the end of a path for none, and the end of the pattern stands for both. */
function loosen(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '');
}
