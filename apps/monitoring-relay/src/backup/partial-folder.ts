import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { syncFolderSync } from '#persistence';

/**
 * A folder that is filled under another name beside its own, `.<name>.partial-…`, and gets its own when it is whole. However
 * this process ends before that, by a fault or a signal it can hear, nothing is left of it.
 */
export class PartialFolder {
  readonly path: string;
  private readonly target: string;
  private readonly remove = (): void => rmSync(this.path, { recursive: true, force: true });

  /** Throws a RangeError when the folder is there and not empty, and what the disk says. */
  constructor(target: string) {
    this.target = resolve(target);
    requireEmpty(this.target);
    mkdirSync(dirname(this.target), { recursive: true });
    this.path = mkdtempSync(join(dirname(this.target), `.${basename(this.target)}.partial-`));
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

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (readdirSync(folder).length > 0) throw new RangeError(`${folder} is not empty`);
}
