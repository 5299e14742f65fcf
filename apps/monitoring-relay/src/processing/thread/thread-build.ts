import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The build that threads are loaded from, which may be replaced while the process runs: what it loads then speaks to it,
 * and to the database, as another version. To be made when the process starts.
 */
export class ThreadBuild {
  private readonly own: string;

  /** `folder`: of the scripts of threads and of what they import. */
  constructor(private readonly folder: string) {
    this.own = this.describe();
  }

  /** Also while it is being replaced. */
  get isReplaced(): boolean {
    try {
      return this.describe() !== this.own;
    } catch {
      // A file that was listed has gone.
      return true;
    }
  }

  private describe(): string {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.js'));
    const describeFile = (name: string): string => {
      const { size, mtimeMs } = statSync(join(this.folder, name));
      return `${name} ${size} ${mtimeMs}`;
    };
    return files.toSorted().map(describeFile).join('\n');
  }
}
