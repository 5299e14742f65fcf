/* Patterns of the files that may run in a browser (ARCHITECTURE, rule 6). The build of the views
   and `npm run check` use them. Paths are relative to the repository, with forward slashes. */

export const BROWSER_CODE = [
  '^apps/renderer/src/(?:ui|browser)/',
  '^apps/renderer/src/.+/views/',
  '^apps/renderer/src/features/.+/browser/',
];

export const BROWSER_LIBS = '^libs/(?:shared/|client-runtime/|product/[^/]+/[^/]+/rules/)';

export const BROWSER_PACKAGES = [
  'react',
  'react-dom',
  '@sentry/react',
  '@sentry/browser',
  '@base-ui/react',
];
