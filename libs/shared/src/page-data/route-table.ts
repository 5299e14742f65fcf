/**
 * Which views each path of the application shows, so that a browser loads a page's code beside its
 * data. A forecast, not a promise: what a page shows is what its page data names.
 */
export interface RouteTable {
  /** Names of views, as segments have them. */
  readonly views: readonly string[];
  /**
   * In the order in which the server tries them: the first that matches counts. `pattern` is the source
   * of a regular expression, to be used with the flag `i`, over a path within the application, percent-
   * encoded as in addresses. Views are indices into `views`, the outermost layout first and the page
   * last; a route that is no page has none.
   */
  readonly routes: readonly (readonly [pattern: string, ...views: number[]])[];
}
