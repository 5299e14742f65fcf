const DEV_ENTRY = '/dev-entry.js';
/** Tells Vite's client the nonce for the styles that it adds: https://vite.dev/guide/features#nonce-random */
const DEV_NONCE = '/dev-nonce.js';

/**
 * Serves the only browser entry in development. The order matters: Vite's client, React's refresh
 * preamble, the entry of the platform.
 *
 * @param {string} browser address of the platform's browser code, such as `/src/browser`
 * @returns {import('vite').Plugin}
 */
export function devEntry(browser) {
  const modules = {
    [DEV_NONCE]: [
      "const { nonce } = document.querySelector('script[nonce]');",
      "const meta = Object.assign(document.createElement('meta'), { nonce });",
      "meta.setAttribute('property', 'csp-nonce');",
      'document.head.append(meta);',
    ],
    [DEV_ENTRY]: [
      `import '${DEV_NONCE}';`,
      "import { ErrorOverlay } from '/@vite/client';",
      `import { watchFaults } from '${browser}/dev-overlay.ts';`,
      'watchFaults(window, (error) => document.body.append(new ErrorOverlay(error)));',
      "import { injectIntoGlobalHook } from '/@react-refresh';",
      'injectIntoGlobalHook(window);',
      'window.$RefreshReg$ = () => {};',
      'window.$RefreshSig$ = () => (type) => type;',
      `await import('${browser}/entry-client.tsx');`,
    ],
  };
  return {
    name: 'errata:dev-entry',
    apply: 'serve',
    resolveId: (id) => (id in modules ? id : undefined),
    load: (id) => modules[id]?.join('\n'),
  };
}
