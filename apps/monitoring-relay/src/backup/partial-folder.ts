import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ensureDataFolder, syncFolderSync } from '#persistence';

/**
 * A folder that is filled under a temporary name, `.<name>.partial-…`, and renamed when it is
 * complete. When the process ends earlier, the `exit` listener deletes the folder. A killed process
 * leaves the folder behind.
 */
export class PartialFolder {
  readonly path: string;
  private readonly target: string;
  private readonly remove = (): void => rmSync(this.path, { recursive: true, force: true });

  /**
   * Throws a RangeError when `target` is not empty, is a mount point, or is a broken link. Throws a
   * file system error when the folder cannot be created.
   */
  constructor(target: string) {
    // `mkdirSync` with `recursive` is not used, because it hangs when a parent folder does not
    // allow new folders.
    ensureDataFolder(dirname(resolve(target)));
    this.target = findPlace(resolve(target));
    const parent = dirname(this.target);
    this.path = mkdtempSync(join(parent, `.${basename(this.target)}.partial-`));
    process.on('exit', this.remove);
  }

  complete(): void {
    renameSync(this.path, this.target);
    process.off('exit', this.remove);
    syncFolderSync(dirname(this.target));
  }

  abandon(): void {
    process.off('exit', this.remove);
    this.remove();
  }
}

function findPlace(target: string): string {
  if (!existsSync(target)) {
    const isLink = lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (isLink) throw new RangeError(`${target} is a link to a place that does not exist`);
    return target;
  }
  const folder = realpathSync(target);
  if (readdirSync(folder).length > 0) throw new RangeError(`${target} is not empty`);
  if (statSync(folder).dev !== statSync(dirname(folder)).dev) {
    throw new RangeError(`${target} is a mount point; name a folder in it`);
  }
  return folder;
}
