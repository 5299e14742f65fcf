import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/support/root.mjs';

/** A module of the build, by its path below dist; its types are those of the source it was built from. */
export function importBuilt(path) {
  return import(pathToFileURL(join(root, 'dist', path)).href);
}
