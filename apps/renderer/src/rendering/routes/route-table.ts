import { pathToRegexp } from 'path-to-regexp';
import { loadingSuffix } from '#shared';
import type { RouteTable } from '#shared';

/** A path in Express's format. Nest's routes always use a string. */
export type RoutePath = string | RegExp | readonly RoutePath[];

export interface ViewedRoute {
  readonly path: RoutePath;
  readonly views: readonly string[];
  readonly reads: readonly string[];
}

const WHOLE_PATH = 0;
const WHOLE_QUERY = -1;

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
      toGroups(route),
      ...(shown[index] ?? []).map((view) => views.indexOf(view)),
    ]),
  };
}

/**
 * Returns the numbers of the pattern's groups that capture parameters of layouts. Parameters that
 * are not in the path are left out, because they never have a value.
 */
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
