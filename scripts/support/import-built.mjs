import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** Imports a module that the build has made, by its path below `dist`. */
export function importBuilt(path) {
  return import(pathToFileURL(join(root, 'dist', path)).href);
}
