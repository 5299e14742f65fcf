import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { root } from '../../../scripts/support/root.mjs';
import { swcOptions } from '../swc-options.mjs';
import { loadShared } from './load.mjs';

const swc = createRequire(import.meta.url)('@swc/jest').createTransformer(swcOptions);

/**
 * Modules that a worker loads once: packages, the product and the platform's fixture product.
 * Specs and what lies beside them (`test/support`, `testing/`) stay in the realm of their file,
 * because much of it calls Jest.
 */
const SHARED = [
  /(?:^|\/)node_modules\//,
  /^apps\/[^/]+\/src\//,
  /^libs\/(?!.*\/testing\/)/,
  /^apps\/renderer\/test\/platform\/product\//,
];
const SPEC = /\.spec\.tsx?$/;
const TYPESCRIPT = /\.tsx?$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Compiles the TypeScript of specs, and replaces shared modules by one that hands them in. */
export default {
  process(source, path, options) {
    const stub = toStub(path, options);
    if (stub !== undefined) return { code: stub };
    return TYPESCRIPT.test(path) ? swc.process(source, path, options) : { code: source };
  },

  getCacheKey(source, path, options) {
    const stub = toStub(path, options);
    if (stub === undefined && TYPESCRIPT.test(path)) return swc.getCacheKey(source, path, options);
    return createHash('sha1')
      .update(stub ?? `${path}\n${source}`)
      .digest('hex');
  },
};

/**
 * Returns undefined for a module of the spec file's realm. Jest also transforms what it loads for
 * itself, without support for `import()`.
 */
function toStub(path, { supportsDynamicImport, supportsStaticESM }) {
  if (!supportsDynamicImport || !isShared(path)) return undefined;
  const shared = `globalThis.loadShared(${JSON.stringify(path)})`;
  return supportsStaticESM ? toModule(shared, loadShared(path)) : `module.exports = ${shared};`;
}

function isShared(path) {
  const name = relative(root, path).replaceAll('\\', '/');
  return !SPEC.test(name) && SHARED.some((pattern) => pattern.test(name));
}

function toModule(shared, loaded) {
  const names = Object.keys(loaded).filter((name) => IDENTIFIER.test(name) && name !== 'default');
  return [
    `const shared = ${shared};`,
    ...('default' in loaded ? ['export default shared.default;'] : []),
    `export const { ${names.join(', ')} } = shared;`,
  ].join('\n');
}
