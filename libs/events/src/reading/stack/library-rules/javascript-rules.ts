import type { LibraryRule } from './library-rule.ts';

/**
 * Rules for both Node.js and browsers. Source maps restore the paths of modules, so these rules
 * also fit bundled code.
 */
export const javascriptRules: readonly LibraryRule[] = [
  { name: 'node_modules', of: 'path', pattern: /[/\\~]node_modules[/\\]|^node_modules[/\\]/ },
  { name: 'packages of Yarn and Deno', of: 'path', pattern: /[/\\]\.yarn[/\\]|^(?:npm|jsr):/ },
  { name: 'Node itself', of: 'path', pattern: /^(?:node|internal|deno|ext|bun):|^internal\// },
  {
    name: "the engine's own functions",
    of: 'path',
    pattern: /^(?:native|\[native code\]|<native>)$/,
  },
  {
    name: 'the runtime of a bundler',
    of: 'path',
    pattern:
      /webpack[/\\](?:bootstrap|runtime)|\(webpack\)|turbopack[/\\]runtime|vite[/\\](?:client|preload)/,
  },
];

export const browserRules: readonly LibraryRule[] = [
  ...javascriptRules,
  {
    name: 'extensions of browsers',
    of: 'path',
    pattern: /^(?:chrome|moz|safari|safari-web|ms-browser|webkit-masked-url)(?:-extension)?:\/\//,
  },
  {
    name: 'public hosts of packages',
    of: 'path',
    pattern:
      /^(?:https?:)?\/\/(?:cdn\.jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|esm\.sh|code\.jquery\.com|ajax\.googleapis\.com|www\.googletagmanager\.com|browser\.sentry-cdn\.com|js\.sentry-cdn\.com)\//,
  },
  {
    name: 'chunks of libraries alone',
    of: 'path',
    // A suffix must be a hash or a version, so an application's own `vendor-list.js` does not
    // match.
    pattern:
      /[/\\](?:vendors?|chunk-vendors|polyfills?|framework|react-dom|jquery)(?:~[\w.~-]{0,100}|-node_modules_[\w.-]{0,100}|[-.]\d{1,3}(?:\.\d{1,3}){1,3}|[-.](?=[\w-]{0,40}\d)[\w-]{6,64})?(?:\.(?:min|chunk|bundle))?\.[mc]?js(?:[?#]|$)/,
  },
  { name: 'the SDK', of: 'function', pattern: /^(?:[A-Za-z]{1,40}\.)?sentryWrapped$/ },
];
