import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project, whatever the working directory is. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
