import { isBuiltin } from 'node:module';
import { relative, resolve, sep } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Patterns of paths within the repository, and names of packages. `code` runs in browsers and is
 * checked, `libraries` may run there.
 *
 * @typedef {{ code: string[], libraries: string[], packages: string[] }} BrowserCode
 */

/**
 * Fails the build when browser code imports server code or another package. The error shows the
 * chain of imports. Type-only imports are allowed: they are erased before this plugin runs.
 *
 * @param {BrowserCode} allowed
 * @returns {import('vite').Plugin}
 */
export function keepServerCodeOut(allowed) {
  const browserCode = new RegExp(allowed.code.join('|'));
  const ours = new RegExp([...allowed.code, ...allowed.libraries].join('|'));
  const packages = new RegExp(`^(?:${allowed.packages.join('|')})(?:/|$)`);
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
