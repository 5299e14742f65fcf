import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Nest's classes need it when they load, whichever of their files a worker's first spec asks for.
import 'reflect-metadata';
import { transformSync, version } from '@swc/core';
import { root } from '../../../scripts/support/root.mjs';
import { swcOptions } from '../swc-options.mjs';

const SOURCES = `${pathToFileURL(root).href}/`;
const TYPESCRIPT = /\.tsx?$/;
/** Compiled sources, each with a hash of its source. Workers and later runs share the folder. */
const COMPILED = join(root, 'dist/spec-modules');

const require = createRequire(import.meta.url);

/** Names of packages and of `imports`. Sources use `import` alone, so a name means one module. */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!parentURL?.startsWith(SOURCES) || !TYPESCRIPT.test(parentURL)) {
      return next(specifier, context);
    }
    // Node would look for the nearest package.json of each source.
    if (/^\.\.?\//.test(specifier) && TYPESCRIPT.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (specifier.startsWith('.')) return next(specifier, context);
    const conditions = ['errata-src', ...context.conditions];
    const found = resolved.get(specifier) ?? next(specifier, { ...context, conditions });
    resolved.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(SOURCES) || !TYPESCRIPT.test(url)) return next(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Loads a module into the worker's own realm, once for all its spec files. Sources are compiled
 * when they are loaded.
 *
 * @param {string} path absolute
 */
export function loadShared(path) {
  return require(path);
}

function compile(path) {
  const source = readFileSync(path, 'utf8');
  const hash = createHash('sha1').update(`${version} ${JSON.stringify(swcOptions)}\n${source}`);
  const stamp = `\n// ${hash.digest('hex')}`;
  const kept = readCompiled(path);
  if (kept?.endsWith(stamp)) return kept;
  const { code } = transformSync(source, { ...swcOptions, filename: path });
  keep(placeOf(path), code + stamp);
  return code;
}

function placeOf(path) {
  return join(COMPILED, `${createHash('sha1').update(path).digest('hex')}.js`);
}

/**
 * Reads what `loadShared` runs for a source, which ends with a source map and a hash. Returns
 * undefined for a file that was not compiled.
 *
 * @param {string} path absolute
 * @returns {string | undefined}
 */
export function readCompiled(path) {
  try {
    return readFileSync(placeOf(path), 'utf8');
  } catch {
    return undefined;
  }
}

/** Several workers may write the same file at once, so each renames a file of its own. */
function keep(path, text) {
  mkdirSync(COMPILED, { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}
