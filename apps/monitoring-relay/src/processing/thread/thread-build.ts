import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Detects that the files of the build were replaced while the process runs. A thread started from
 * the new files might not understand this process's messages or the database. Create this object
 * when the process starts.
 */
export class ThreadBuild {
  private readonly own: string;

  constructor(private readonly folder: string) {
    this.own = this.describe();
  }

  get isReplaced(): boolean {
    try {
      return this.describe() !== this.own;
    } catch {
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
