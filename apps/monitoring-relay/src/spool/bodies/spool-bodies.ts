import { readdirSync, rmSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyFile } from './body-file.ts';
import type { SpilledBody } from '../ports/spool-intake.ts';

/** The folder of a spool that has the bodies which are too large for its segments, a file for each. */
export class SpoolBodies {
  private readonly arriving = new Map<string, BodyFile>();

  constructor(private readonly folder: string) {}

  /** Of files that are being written: no row names them yet. */
  get arrivingBytes(): number {
    let bytes = 0;
    for (const file of this.arriving.values()) bytes += file.bytes;
    return bytes;
  }

  /** `onWritten` is called with how many bytes have left memory. */
  begin(onWritten: (bytes: number) => void): BodyFile {
    const file = new BodyFile({ folder: this.folder, onWritten });
    this.arriving.set(file.name, file);
    return file;
  }

  /** To be called when a row that names it is committed: from now on it goes with the row. */
  adopt(name: string): void {
    this.arriving.delete(name);
  }

  /** Removes a file that has not been adopted. Never rejects. */
  async discard(file: BodyFile): Promise<void> {
    if (this.arriving.delete(file.name)) await file.discard();
  }

  /** Removes files whose rows have gone. Never rejects: what stays is removed when the spool is opened again. */
  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => unlink(this.locate(name)).catch(() => undefined)));
  }

  /** Removes what is neither named nor arriving: of reports that were never acknowledged, or are done with. */
  removeUnnamed(named: ReadonlySet<string>): void {
    for (const name of this.list()) {
      if (!named.has(name) && !this.arriving.has(name)) rmSync(this.locate(name), { force: true });
    }
  }

  locate(name: string): string {
    return join(this.folder, name);
  }

  /** Whether it is there, as long as it was. */
  has({ name, bytes }: SpilledBody): boolean {
    return statSync(this.locate(name), { throwIfNoEntry: false })?.size === bytes;
  }

  private list(): string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      // It is made with the first of them.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
