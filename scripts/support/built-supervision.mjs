import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/**
 * Imports the supervision that the build compiles. The build has to be done before.
 *
 * @returns {Promise<typeof import('../../libs/supervision/src/index.ts')>}
 */
export function importSupervision() {
  return import(pathToFileURL(join(root, 'dist/libs/supervision/src/index.js')).href);
}
