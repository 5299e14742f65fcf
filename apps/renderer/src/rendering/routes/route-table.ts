import { pathToRegexp } from 'path-to-regexp';
import { loadingSuffix } from '#shared';
import type { RouteTable } from '#shared';

/** A path in Express's format. Nest's routes always use a string. */
export type RoutePath = string | RegExp | readonly RoutePath[];

export interface ViewedRoute {
  readonly path: RoutePath;
  readonly views: readonly string[];
  /** Names of what the loader of each layout reads of the address. Those in the query begin with `?`. */
  readonly reads: readonly (readonly string[])[];
}

const WHOLE_PATH = 0;
const WHOLE_QUERY = '';
/** A name that no query has. */
const NOT_IN_PATH = ' ';

/**
 * Returns the table of routes, which must be in the order in which Express tries them. `loading`
 * names the views whose files export a `Loading`.
 */
export function toRouteTable(
  routes: readonly ViewedRoute[],
  loading: readonly string[],
): RouteTable {
  const shown = routes.map((route) => [
    ...route.views,
    ...route.views.filter((view) => loading.includes(view)).map((view) => view + loadingSuffix),
  ]);
  const views = [...new Set(shown.flat())];
  return {
    views,
    routes: routes.map((route, index) => [
      toPattern(route.path),
      route.reads.map((names) => toParts(route.path, names)),
      ...(shown[index] ?? []).map((view) => views.indexOf(view)),
    ]),
  };
}

/**
 * Returns, for each name that a layout reads, the number of the group that captures the parameter,
 * or the name in the query. The order is that of the names, on each route.
 */
function toParts(path: RoutePath, names: readonly string[]): (number | string)[] {
  const keys = typeof path === 'string' ? pathToRegexp(loosen(path)).keys : undefined;
  return names.map((name) => {
    // Browsers would take a number for that of a group.
    if (name.startsWith('?')) return /^\d+$/.test(name.slice(1)) ? WHOLE_QUERY : name.slice(1);
    if (!keys || name === '*') return WHOLE_PATH;
    return keys.findIndex((key) => key.name === name) + 1 || NOT_IN_PATH;
  });
}

/**
 * Returns the pattern that Express uses with its default settings for case and trailing slashes.
 * Drops the flags of a regular expression, because a wrong match only makes the browser guess the
 * wrong next page.
 */
function toPattern(path: RoutePath): string {
  if (path instanceof RegExp) return path.source;
  if (typeof path === 'string') return pathToRegexp(loosen(path)).regexp.source;
  return path.map(toPattern).join('|');
}

/** Express ignores the slash at the end of a path. */
function loosen(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '');
}
