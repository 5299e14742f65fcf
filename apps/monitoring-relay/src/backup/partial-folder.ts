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
 * A folder that is filled under another name beside its own, `.<name>.partial-…`, and gets its own when it is whole. However
 * this process ends before that, by a fault or a signal it can hear, nothing is left of it.
 */
export class PartialFolder {
  readonly path: string;
  private readonly target: string;
  private readonly remove = (): void => rmSync(this.path, { recursive: true, force: true });

  /** Throws a RangeError when the folder cannot get that name: it is not empty, or a mount point. And what the disk says. */
  constructor(target: string) {
    // Node's own recursive form never returns where a parent takes no folders.
    ensureDataFolder(dirname(resolve(target)));
    this.target = findPlace(resolve(target));
    const parent = dirname(this.target);
    this.path = mkdtempSync(join(parent, `.${basename(this.target)}.partial-`));
    process.on('exit', this.remove);
  }

  /** What is in it must be synced. */
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

/** Where a link leads. */
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
