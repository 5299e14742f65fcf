/** Added to a view's name to name the `Loading` component that the view's file exports. */
export const loadingSuffix = ' loading';

/**
 * Views that each path shows. The table lets a browser load a page's code at the same time as its
 * data, and the data of shared layouts only once. The table is only a forecast: page data decides
 * what a page shows.
 */
export interface RouteTable {
  readonly views: readonly string[];
  /**
   * Routes in the order in which the server tries them: the first match counts.
   *
   * - `pattern`: source of a regular expression with the flag `i`, for a percent-encoded path
   *   within the application.
   * - `reads`: for each layout, the parts of the address that its data depend on: numbers of capture
   *   groups, where 0 is the whole path, and names in the query, where '' is the whole query.
   * - `views`: indices into `views`: layouts from the outermost, the page, and the `Loading` of
   *   these. Empty for a route that is not a page.
   */
  readonly routes: readonly (readonly [
    pattern: string,
    reads: readonly (readonly (number | string)[])[],
    ...views: number[],
  ])[];
}
