import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/**
 * What watches over the services, in a container as here. It is built with them: imported once that is done.
 *
 * @returns {Promise<typeof import('../../libs/supervision/src/index.ts')>}
 */
export function importSupervision() {
  return import(pathToFileURL(join(root, 'dist/libs/supervision/src/index.js')).href);
}
