import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath } from '../../../scripts/support/find-on-path.mjs';

const run = promisify(execFile);
const MOST_BYTES = 1024 * 1024;

/** A folder whose files may not grow beyond a size while it is full: a write beyond it fails with EFBIG. */
export class LimitedFiles {
  kind = 'limit on files';
  #prlimit;

  constructor(folder, prlimit) {
    this.folder = folder;
    this.#prlimit = prlimit;
  }

  static over(folder) {
    const prlimit = findOnPath(['prlimit']);
    if (!prlimit) throw new Error('There is neither a file system to fill here nor prlimit.');
    return new LimitedFiles(folder, prlimit);
  }

  /** From nothing, where files cannot even be written anew, to what some writes fit into. */
  makeFull({ pid, random }) {
    return this.#limit(pid, String(Math.floor(random() * MOST_BYTES)));
  }

  async makeRoom({ pid }) {
    if (pid !== undefined) await this.#limit(pid, 'unlimited');
  }

  async remove() {}

  /** The soft limit alone: who lowers the hard one cannot raise it again. */
  #limit(pid, fileBytes) {
    return run(this.#prlimit, ['--pid', String(pid), `--fsize=${fileBytes}:`]);
  }
}
