import { pathToRegexp } from 'path-to-regexp';
import { loadingSuffix } from '#shared';
import type { RouteTable } from '#shared';

/** As Express takes it. Of Nest's routes it is always a string. */
export type RoutePath = string | RegExp | readonly RoutePath[];

export interface ViewedRoute {
  readonly path: RoutePath;
  /** Outermost first; none where there is no page. */
  readonly views: readonly string[];
  /** Names of the parts of the address that its layouts read, as `AddressPart` has them. */
  readonly reads: readonly string[];
}

const WHOLE_PATH = 0;
const WHOLE_QUERY = -1;

/**
 * The table of these routes, which are in the order in which Express tries them. `loading`: the views whose files export
 * a `Loading`.
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
      toGroups(route),
      ...(shown[index] ?? []).map((view) => views.indexOf(view)),
    ]),
  };
}

/** The groups that capture what is read. A name that the path does not have is never there to be read. */
function toGroups({ path, reads }: ViewedRoute): number[] {
  const names = reads.filter((name) => !name.startsWith('?'));
  const query = names.length < reads.length ? [WHOLE_QUERY] : [];
  if (names.length === 0) return query;
  if (typeof path !== 'string') return [WHOLE_PATH, ...query];
  const { keys } = pathToRegexp(loosen(path));
  const groups = keys.flatMap(({ name }, index) =>
    names.includes(name) || names.includes('*') ? [index + 1] : [],
  );
  return [...groups, ...query];
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
