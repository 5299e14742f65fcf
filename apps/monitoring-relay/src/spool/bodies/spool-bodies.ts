import { readdirSync, rmSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyFile } from './body-file.ts';
import type { SpilledBody } from '../ports/spool-intake.ts';

export class SpoolBodies {
  private readonly arriving = new Map<string, BodyFile>();

  constructor(private readonly folder: string) {}

  get arrivingBytes(): number {
    let bytes = 0;
    for (const file of this.arriving.values()) bytes += file.bytes;
    return bytes;
  }

  begin(onWritten: (bytes: number) => void): BodyFile {
    const file = new BodyFile({ folder: this.folder, onWritten });
    this.arriving.set(file.name, file);
    return file;
  }

  /**
   * Call this when a row that names the file is committed. `discard` then leaves the file alone.
   */
  adopt(name: string): void {
    this.arriving.delete(name);
  }

  /** Deletes a file that was not adopted. Never rejects. */
  async discard(file: BodyFile): Promise<void> {
    if (this.arriving.delete(file.name)) await file.discard();
  }

  /**
   * Deletes files whose rows are gone. Never rejects: remaining files are deleted when the spool is
   * opened again.
   */
  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => unlink(this.locate(name)).catch(() => undefined)));
  }

  removeUnnamed(named: ReadonlySet<string>): void {
    for (const name of this.list()) {
      if (!named.has(name) && !this.arriving.has(name)) rmSync(this.locate(name), { force: true });
    }
  }

  locate(name: string): string {
    return join(this.folder, name);
  }

  has({ name, bytes }: SpilledBody): boolean {
    return statSync(this.locate(name), { throwIfNoEntry: false })?.size === bytes;
  }

  private list(): string[] {
    try {
      return readdirSync(this.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
