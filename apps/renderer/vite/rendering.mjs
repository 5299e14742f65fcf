import { join } from 'node:path';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { devEntry } from './dev-entry.mjs';
import { keepServerCodeOut } from './keep-server-code-out.mjs';
import { minifyScripts } from './minify-scripts.mjs';
import { modulePreloads } from './module-preloads.mjs';
import { partsOfPages } from './parts-of-pages.mjs';
import { refuseStyleAttributes } from './refuse-style-attributes.mjs';
import { waitingCode } from './waiting-code.mjs';

/** Folder in which the browser code of the platform imports the views of the product. */
const FEATURES = '../features/';

/**
 * Builds the pages of a product. Everything that the platform needs of Vite is here, and all paths
 * are options.
 *
 * ```ts
 * export default defineConfig({
 *   plugins: [rendering({ root: import.meta.dirname, outFolder: '../../dist/apps/shop' }), react()],
 * });
 * ```
 *
 * @param {{
 *   root: string,
 *   outFolder: string,
 *   features?: string,
 *   browser?: string,
 *   browserCode?: import('./keep-server-code-out.mjs').BrowserCode,
 * }} options `root` is absolute; `features` and `browser`, the folders of the product's features and
 *   of the platform's browser code, begin there. Without `browserCode`, views may import anything.
 * @returns {import('vite').Plugin[]}
 */
export function rendering(options) {
  const { root, outFolder, features = 'src/features', browser = 'src/browser' } = options;
  const { browserCode } = options;
  const entries = join(root, browser);
  return [
    base(root, outFolder, entries),
    ...(browserCode ? [forBrowsers(keepServerCodeOut(browserCode))] : []),
    forBrowsers(entriesOfViews),
    forBrowsers(waitingCode),
    forBrowsers(partsOfPages(join(root, features))),
    refuseStyleAttributes(),
    devEntry(`/${browser}`),
    ofFeatures(entries, features),
    ...minifyScripts().map(forBrowsers),
  ];
}

function base(root, outFolder, entries) {
  const client = {
    outDir: join(outFolder, 'client'),
    manifest: true,
    // Scripts do not link to their source maps: visitors need none, and Errata uploads the maps to
    // itself.
    sourcemap: 'hidden',
    // Every supported browser knows `modulepreload`, so no polyfill is needed.
    modulePreload: {
      polyfill: false,
      resolveDependencies: modulePreloads(/\/(?:core|react|rolldown-runtime)-/),
    },
    rollupOptions: {
      input: { client: join(entries, 'entry-client.tsx') },
      // Every page loads the list of all chunks, so short hashes save bytes. 42 bits are enough to
      // tell the versions of one file apart.
      output: { chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
  };
  const server = {
    outDir: join(outFolder, 'ssr'),
    copyPublicDir: false,
    sourcemap: true,
    rollupOptions: { input: { 'entry-server': join(entries, 'entry-server.tsx') } },
  };
  return {
    name: 'errata:rendering',
    config: (_config, { isSsrBuild }) => ({
      root,
      // Relative addresses in chunks and styles let the same build work under any base path.
      base: './',
      resolve: { conditions: ['errata-src', ...defaultClientConditions] },
      ssr: { resolve: { conditions: ['errata-src', ...defaultServerConditions] } },
      build: {
        emptyOutDir: true,
        // Must be equal in the browser and the server build: an asset that only one build inlines
        // causes a hydration mismatch.
        assetsInlineLimit: 0,
        ...(isSsrBuild ? server : client),
      },
    }),
  };
}

/** Leaves a plugin out of the build of the server's views. */
function forBrowsers(plugin) {
  const { apply } = plugin;
  return {
    ...plugin,
    apply: (_config, { isSsrBuild, command }) => !isSsrBuild && (!apply || apply === command),
  };
}

/** An entry of views only passes names on. Otherwise it would be a chunk without code. */
const entriesOfViews = {
  name: 'errata:entries-of-views',
  transform: (_code, id) =>
    id.endsWith('/views/index.ts') ? { moduleSideEffects: false } : undefined,
};

/** Lets the platform's browser code find the views in another folder than `src/features`. */
function ofFeatures(entries, features) {
  return {
    name: 'errata:features',
    enforce: 'pre',
    transform: (code, id) =>
      id.startsWith(entries) && code.includes(`'${FEATURES}`)
        ? code.replaceAll(`'${FEATURES}`, `'/${features}/`)
        : undefined,
  };
}
