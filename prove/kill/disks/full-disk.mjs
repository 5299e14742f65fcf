import { LimitedFiles } from './limited-files.mjs';
import { SmallFileSystem } from './small-file-system.mjs';

/**
 * @typedef {object} FillableDisk
 * @property {string} kind for whoever reads the table
 * @property {string} folder on it
 * @property {(what: { pid: number, random: () => number }) => Promise<void>} makeFull for the process that writes there
 * @property {(what: { pid?: number }) => Promise<void>} makeRoom
 * @property {() => Promise<void>} remove
 */

/**
 * A disk that can be full at will: a small file system where this user may mount one, else a limit on the
 * process's files.
 *
 * @param {string} folder empty
 * @param {number} bytes
 * @returns {Promise<FillableDisk>} rejects where there is neither
 */
export async function makeFullDisk(folder, bytes) {
  return (await SmallFileSystem.mount(folder, bytes)) ?? LimitedFiles.over(folder);
}
