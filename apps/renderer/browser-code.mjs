/*
 * The code that may run in a browser (ARCHITECTURE, rule 6), for the build of the views and for `npm run check` alike.
 * Paths are of the repository, with slashes.
 */

export const BROWSER_CODE = [
  '^apps/renderer/src/(?:ui|browser)/',
  '^apps/renderer/src/.+/views/',
  '^apps/renderer/src/features/.+/browser/',
];

/** Of the libraries, those that browser code stands on. */
export const BROWSER_LIBS = '^libs/(?:shared/|client-runtime/|product/[^/]+/[^/]+/rules/)';

/** A name of a package; of some with a pattern. */
export const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  '@sentry/react',
  '@sentry/browser',
  '@base-ui/react',
  'd3-[a-z]+',
];
