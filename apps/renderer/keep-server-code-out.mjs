import { isBuiltin } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { BROWSER_CODE, BROWSER_LIBS, BROWSER_PACKAGES } from './browser-code.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

const OF_SPECS = '^apps/renderer/test/.+/(?:views|browser)/';
const browserCode = new RegExp([...BROWSER_CODE, OF_SPECS].join('|'));
const ours = new RegExp([...BROWSER_CODE, OF_SPECS, BROWSER_LIBS].join('|'));
const packages = new RegExp(`^(?:${BROWSER_PACKAGES.join('|')})(?:/|$)`);

/**
 * Fails the build when browser code imports server code or a package that is not in
 * `BROWSER_PACKAGES`. The error shows the chain of imports. Type-only imports are allowed: they are
 * erased before this plugin runs.
 *
 * @returns {import('vite').Plugin}
 */
export function keepServerCodeOut() {
  const importers = new Map();
  const chainTo = (path) => {
    const importer = importers.get(path);
    return importer === undefined ? [path] : [...chainTo(importer), path];
  };
  return {
    name: 'errata:keep-server-code-out',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const from = toPath(importer);
      if (from === undefined || from.endsWith('.css') || !browserCode.test(from)) return null;
      const fail = (target, reason) => {
        const chain = [...chainTo(from), target].join('\n  → ');
        this.error(`Server code in the browser: ${from} imports ${target}, ${reason}.\n  ${chain}`);
      };
      if (isBuiltin(source)) fail(source, 'which is of Node.js');
      if (/^(?:@?[a-z])/i.test(source)) {
        if (!packages.test(source))
          fail(source, 'which is no package for browsers (browser-code.mjs)');
        return null;
      }
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = toPath(resolved?.id);
      if (path === undefined) return resolved;
      if (!ours.test(path))
        fail(path, 'which is no browser code: import its types alone, or send the data as props');
      // A circular import is not recorded, because `chainTo` would never end.
      if (!importers.has(path) && !chainTo(from).includes(path)) importers.set(path, from);
      return resolved;
    },
  };
}

/**
 * Returns the path of a Vite id within the repository, without the id's query; undefined for
 * packages, virtual modules and files outside of the repository.
 */
function toPath(id) {
  if (id === undefined || id.startsWith('\0') || id.includes('/node_modules/')) return undefined;
  const path = relative(ROOT, id.replace(/\?.*$/, '')).replaceAll(sep, '/');
  return path.startsWith('..') || path.startsWith('/') ? undefined : path;
}
