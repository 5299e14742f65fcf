import { inMemory, MapTable, TableFault } from '../rules/index.ts';
import type { ArtifactStore } from '../index.ts';

/**
 * Size of the cache. Each processing thread has its own cache, and there are at most two threads.
 */
const MOST_BYTES = 48 * 1024 * 1024;

interface Held {
  readonly table: MapTable | undefined;
  readonly bytes: number;
}

/**
 * Reads map tables from the database and caches the most recently used tables. A table larger than
 * the cache is cached alone. Rejects with `database.unavailable`.
 */
export class TableCache {
  /** Begins with the least recently used table. */
  private readonly held = new Map<string, Held>();
  private bytes = 0;

  constructor(
    private readonly artifacts: Pick<ArtifactStore, 'readTable'>,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /** Returns `large` when no room is left to read the table. The last one read may exceed it. */
  async find(checksum: string, room: { bytes: number }): Promise<MapTable | 'large' | undefined> {
    if (room.bytes <= 0 && !this.held.has(checksum)) return 'large';
    const known = this.held.get(checksum) ?? (await this.read(checksum, room));
    this.keep(checksum, known);
    return known.table;
  }

  private async read(checksum: string, room: { bytes: number }): Promise<Held> {
    const parts: Buffer[] = [];
    for await (const part of this.artifacts.readTable(checksum)) parts.push(part);
    const bytes = Buffer.concat(parts);
    room.bytes -= bytes.length;
    try {
      return { table: MapTable.open(inMemory(bytes)), bytes: bytes.length };
    } catch (error) {
      if (error instanceof TableFault) return { table: undefined, bytes: 0 };
      throw error;
    }
  }

  private keep(checksum: string, held: Held): void {
    const known = this.held.get(checksum);
    if (known) this.drop(checksum, known);
    // A missing table is not cached, because it may still be uploaded.
    if (!held.table) return;
    this.held.set(checksum, held);
    this.bytes += held.bytes;
    for (const [other, each] of this.held) {
      if (this.bytes <= this.mostBytes || other === checksum) return;
      this.drop(other, each);
    }
  }

  private drop(checksum: string, { bytes }: Held): void {
    this.held.delete(checksum);
    this.bytes -= bytes;
  }
}
