import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, defaultClientConditions } from 'vite';
import { minifyScripts } from '../../apps/renderer/vite/minify-scripts.mjs';
import { modulePreloads } from '../../apps/renderer/vite/module-preloads.mjs';
import { root } from '../../scripts/support/root.mjs';
import { startBarePages } from '../processes/bare.mjs';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { fetchHtml } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { measureRequests } from './requests.mjs';
import { readList, startSeeded } from '../fixtures/seeded-errata.mjs';

const REACT_ALONE = `
  import { createElement } from 'react';
  import { hydrateRoot } from 'react-dom/client';
  hydrateRoot(document, createElement('html'));
`;
const CLIENT_RUNTIME = `export * from '#client-runtime';`;
const BARE_PRODUCT = `import '/apps/renderer/src/browser/entry-client.tsx';`;
const ISSUE_VIEWS = ['console/console.layout', 'issue-pages/issue.page'];

/**
 * Measures the bytes of page data, documents and scripts. Documents count uncompressed, because the
 * server renders and the browser parses all of their bytes.
 */
export function measureBytes() {
  return inTemporaryFolder(async (folder) => {
    const errata = await startSeeded(folder);
    const { html: document, payload, payloadFile } = await readList(folder, errata);
    const bare = await startBarePages({ payloadFile });
    const tree = await fetchHtml(bare.url);
    const pageData = await fetchPageData(errata.renderer, payload);
    const requests = await measureRequests(errata.renderer);
    await Promise.all([errata, bare].map((server) => server.end()));
    const rows = JSON.stringify(payload.page.segments.at(-1).data);
    const views = payload.page.segments.map(({ view }) => view);
    return [
      one('bytes/page-data', Buffer.byteLength(pageData), Buffer.byteLength(rows)),
      one('bytes/document', Buffer.byteLength(document), Buffer.byteLength(tree)),
      ...(await measureScripts(views)),
      ...requests.map(({ figure, count }) => one(figure, count)),
    ];
  });
}

/**
 * Measures the scripts of the list with these views, of an issue, of a product without views, and
 * of the client runtime alone. The results do not depend on the machine.
 */
export async function measureScripts(views) {
  const [react, runtime, product] = await Promise.all([
    bundle(REACT_ALONE),
    bundle(CLIENT_RUNTIME, true),
    bundle(BARE_PRODUCT),
  ]);
  return [
    one('bytes/list', await firstLoadBytes(views), react.all),
    one('bytes/issue', await firstLoadBytes(ISSUE_VIEWS), react.all),
    one('bytes/bare-product', product.first, react.all),
    one('bytes/client-runtime', runtime.first),
    one('bytes/client-runtime-later', runtime.later),
  ];
}

/**
 * Fetches the page data of a navigation from another page, whose layouts the client already has.
 */
async function fetchPageData(renderer, payload) {
  const { formatRouterState, pageDataHeaders } = await importBuilt('libs/shared/src/index.js');
  const { build: buildId, segments } = payload.page;
  const held = segments.slice(0, -1).map(({ key }) => key);
  const answer = await fetch(`${renderer.url}/issues`, {
    headers: {
      [pageDataHeaders.routerState]: formatRouterState(buildId, held),
      cookie: renderer.pass,
    },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Page data answered ${answer.status}: ${text}`);
  return text;
}

/** Sizes are the same in every run, so one value is enough. */
function one(figure, ours, bare) {
  return { figure, ours: [ours], ...(bare === undefined ? {} : { bare: [bare] }) };
}

/**
 * Sums up the entry, its static imports, and this page's views with their imports. Scripts that
 * load later do not count.
 */
async function firstLoadBytes(views) {
  const { BuiltClient } = await importBuilt('apps/renderer/src/rendering/build/built-client.js');
  const dist = join(root, 'dist', 'apps', 'renderer');
  const { script, chunks } = new BuiltClient(dist).assetsOf(views);
  return [script, ...chunks]
    .map((file) => gzipBytes(readFileSync(join(dist, 'client', file))))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Vite wraps every `import()` in this helper. The views load it anyway, so it does not count. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Builds the code as production does and returns its gzipped sizes: `first` is loaded with the
 * page, `later` when the browser is idle. `all` counts what is first used as well.
 */
async function bundle(code, withoutReact = false) {
  const entry = '\0bench-entry';
  const sources = {
    [entry]: code,
    [PRELOAD_HELPER]: 'export const __vitePreload = (load) => load();',
  };
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['errata-src', ...defaultClientConditions] },
    plugins: [
      {
        name: 'bench:entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => sources[id],
        // A bare product has no features.
        transform: (text, id) =>
          id.includes('/renderer/src/browser/') ? text.replaceAll('/features/', '/none/') : null,
      },
      minifyScripts(),
    ],
    build: {
      write: false,
      // The application's `core` chunk is the entry here.
      modulePreload: { polyfill: false, resolveDependencies: modulePreloads(/bench-entry/) },
      rollupOptions: {
        input: { 'bench-entry': entry },
        // Code that later chunks share with the first chunk stays in the first, as in the
        // application's build.
        preserveEntrySignatures: 'allow-extension',
        external: withoutReact ? /^react(?:-dom)?(?:\/|$)/ : [],
      },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const first = withImports(
    chunks,
    output.filter(({ isEntry }) => isEntry),
  );
  const dynamic = [...first].flatMap(({ dynamicImports }) => dynamicImports);
  const idle = withImports(
    chunks,
    dynamic.flatMap((name) => chunks.get(name) ?? []),
  );
  const later = gzipTotal(idle.difference(first));
  return { first: gzipTotal(first), later, all: gzipTotal(chunks.values()) };
}

function withImports(chunks, some) {
  const found = new Set(some);
  // Iterating over a set also visits the elements that the loop adds.
  for (const { imports } of found) {
    for (const name of imports) if (chunks.has(name)) found.add(chunks.get(name));
  }
  return found;
}

function gzipTotal(chunks) {
  return [...chunks].reduce((sum, { code }) => sum + gzipBytes(code), 0);
}

function gzipBytes(content) {
  return gzipSync(content, { level: 9 }).length;
}
