import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { LITTLE_TEXT } from '../server-bundle.ts';
import { keepServerCodeOut } from './keep-server-code-out.mjs';
import { minifyScripts } from './minify-scripts.mjs';
import { partsOfPages } from './parts-of-pages.mjs';
import { refuseStyleAttributes } from './refuse-style-attributes.mjs';

const { ERRATA_FEATURES_FOLDER, ERRATA_VIEWS_FOLDER } = process.env;
const outFolder = ERRATA_VIEWS_FOLDER ?? '../../dist/apps/renderer';

const RUNTIME =
  /\/client-runtime\/src\/(?:react\/(?!use-blocker)|address\/(?:destination|opens-elsewhere)|actions\/action-address)|\/shared\/src\/address\/to\.ts$/;
const DESIGN =
  /\/renderer\/src\/ui\/(?!charts\/(?:bar|stack|mark)|files\/|filter-bar\/|json-value|code-region|disclosure|facts|section\b|settings\/|steps\/|confirm|outcome|passkeys\/|press-control|shown-once|single-key|shell-command|snippet-block|three-lines|newest-older|link-to-send|invitation-line|menu-link|time\/(?:format-offset|moment)|forms\/(?:noted-form|submission-note|text-area))/;
const isCore = (id: string): boolean => RUNTIME.test(id) || DESIGN.test(id);

const client = {
  outDir: `${outFolder}/client`,
  manifest: true,
  // These browsers support `light-dark()`. The compiled fallback for older browsers does not follow
  // the theme that a visitor chooses.
  cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  // Scripts do not link to their source maps: visitors need none, and Errata uploads the maps to
  // itself.
  sourcemap: 'hidden' as const,
  // Every supported browser knows `modulepreload`, so no polyfill is needed.
  modulePreload: {
    polyfill: false,
    // Leaves out the chunks that the entry has loaded already.
    resolveDependencies: (_file: string, dependencies: string[]) =>
      dependencies.filter((each) => !/\/(?:core|react|rolldown-runtime)-/.test(each)),
  },
  rollupOptions: {
    input: { client: `${import.meta.dirname}/src/browser/entry-client.tsx` },
    output: {
      // Every page loads the list of all chunks, so short hashes save bytes. 42 bits are enough to
      // tell the versions of one file apart.
      chunkFileNames: 'assets/[name]-[hash:7].js',
      codeSplitting: {
        groups: [
          {
            name: 'react',
            test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
          },
          // Code that the entry and most views share. One chunk per file would cost 2 kB more.
          { name: 'core', test: isCore },
          // The parts of the product that start when the browser is idle are one file.
          {
            name: 'when-idle',
            test: /\/features\/.+\/browser\/.+\.ts$|\/ui\/(?:press-control|single-key)|\/views\/keys\/(?!use-keys)|\/node_modules\/@sentry/,
            includeDependenciesRecursively: false,
          },
          // A small file costs a request and some 1,000 bytes of headers, which is more than the
          // unused code that a page loads with these groups.
          {
            name: 'triage',
            test: /\/ui\/filter-bar\/(?!nothing)|\/views\/(?:state-words|triage-bar|certain-words|keys\/use-keys|search-advice)\.tsx?$/,
          },
          {
            name: 'issue',
            test: /\/(?:ui\/(?:shell-command|files\/file-list|steps\/[^/]+|charts\/mark-names)|code-colours\/views\/coloured-code|issue-tags\/views\/tag(?:-values)?|issues\/shown-type)\.tsx?$/,
            minShareCount: 2,
          },
          {
            name: 'common',
            test: /\/(?:renderer|client-runtime|shared)\/src\//,
            minShareCount: 4,
          },
        ],
      },
    },
  },
};

const server = {
  outDir: `${outFolder}/ssr`,
  sourcemap: true,
  rollupOptions: {
    input: { 'entry-server': `${import.meta.dirname}/src/browser/entry-server.tsx` },
    output: LITTLE_TEXT,
  },
};

const DEV_ENTRY = '/dev-entry.js';
/** Tells Vite's client the nonce for the styles that it adds: https://vite.dev/guide/features#nonce-random */
const DEV_NONCE = '/dev-nonce.js';

/**
 * The only browser entry in development. The order matters: Vite's client, React's refresh
 * preamble, our entry.
 */
const devEntry: Plugin = {
  name: 'errata:dev-entry',
  apply: 'serve',
  resolveId: (id) => (id === DEV_ENTRY || id === DEV_NONCE ? id : undefined),
  load: (id) =>
    id === DEV_NONCE
      ? [
          "const { nonce } = document.querySelector('script[nonce]');",
          "const meta = Object.assign(document.createElement('meta'), { nonce });",
          "meta.setAttribute('property', 'csp-nonce');",
          'document.head.append(meta);',
        ].join('\n')
      : id === DEV_ENTRY
        ? [
            `import '${DEV_NONCE}';`,
            "import { ErrorOverlay } from '/@vite/client';",
            "import { watchFaults } from '/src/browser/dev-overlay.ts';",
            'watchFaults(window, (error) => document.body.append(new ErrorOverlay(error)));',
            "import { injectIntoGlobalHook } from '/@react-refresh';",
            'injectIntoGlobalHook(window);',
            'window.$RefreshReg$ = () => {};',
            'window.$RefreshSig$ = () => (type) => type;',
            "await import('/src/browser/entry-client.tsx');",
          ].join('\n')
        : undefined,
};

const otherProduct = (featuresFolder: string): Plugin => ({
  name: 'errata:other-product',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/browser\/(?:entry-(?:client|server)\.tsx|view-table\.ts)$/.test(id)
      ? code.replaceAll("'../features/", `'/${featuresFolder}/`)
      : undefined,
});

/** An entry of views only passes names on. Otherwise it would be a chunk without code. */
const entriesOfViews: Plugin = {
  name: 'errata:entries-of-views',
  transform: (_code, id) =>
    id.endsWith('/views/index.ts') ? { moduleSideEffects: false } : undefined,
};

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  // Relative addresses in chunks and styles let the same build work under any base path.
  base: './',
  publicDir: false,
  plugins: [
    ...(isSsrBuild
      ? []
      : [
          entriesOfViews,
          keepServerCodeOut(),
          partsOfPages(join(import.meta.dirname, ERRATA_FEATURES_FOLDER ?? 'src/features')),
        ]),
    refuseStyleAttributes(),
    react(),
    tailwindcss(),
    devEntry,
    ...(ERRATA_FEATURES_FOLDER ? [otherProduct(ERRATA_FEATURES_FOLDER)] : []),
    ...(isSsrBuild
      ? []
      : [minifyScripts(), compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 512 })]),
  ],
  resolve: { conditions: ['errata-src', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['errata-src', ...defaultServerConditions] } },
  build: {
    emptyOutDir: true,
    // Must be equal in the browser and the server build: an asset that only one build inlines
    // causes a hydration mismatch.
    assetsInlineLimit: 0,
    ...(isSsrBuild ? server : client),
  },
}));
