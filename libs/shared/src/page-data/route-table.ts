/** Stands behind the name of a view for the `Loading` that its file exports. */
export const loadingSuffix = ' loading';

/**
 * Which views each path of the application shows, so that a browser loads a page's code beside its
 * data, and which addresses have the same layouts, so that it asks for those once. A forecast, not a
 * promise: what a page shows is what its page data names.
 */
export interface RouteTable {
  /** Names of views, as segments have them, and of what they show while their data is on its way. */
  readonly views: readonly string[];
  /**
   * In the order in which the server tries them: the first that matches counts. `pattern` is the source
   * of a regular expression, to be used with the flag `i`, over a path within the application, percent-
   * encoded as in addresses. `reads` are those of its capture groups that decide which layouts' data a
   * page has; 0 is the whole path, -1 the query. Views are indices into `views`, the outermost layout
   * first, then the page, then what of these has a `Loading`; a route that is no page has none.
   */
  readonly routes: readonly (readonly [
    pattern: string,
    reads: readonly number[],
    ...views: number[],
  ])[];
}
