/** Follows the name of a view and stands for the `Loading` that the view's file exports. */
export const loadingSuffix = ' loading';

/**
 * Views that each path shows, so that a browser loads a page's code beside its data. Also tells
 * which addresses share layouts, whose data is then asked for once. Only a forecast: page data
 * decides what a page shows.
 */
export interface RouteTable {
  readonly views: readonly string[];
  /**
   * Routes in the order in which the server tries them: the first match counts.
   *
   * - `pattern`: source of a regular expression with the flag `i`, for a percent-encoded path
   *   within the application.
   * - `reads`: capture groups that decide which layouts' data a page has. 0 is the whole path, -1
   *   the query.
   * - `views`: indices into `views`: layouts from the outermost, the page, and the `Loading` of
   *   these. Empty for a route that is not a page.
   */
  readonly routes: readonly (readonly [
    pattern: string,
    reads: readonly number[],
    ...views: number[],
  ])[];
}
