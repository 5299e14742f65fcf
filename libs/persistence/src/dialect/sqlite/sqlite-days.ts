import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isDatabaseAway } from '#shared';
import type { DayTables, DayTablesDefinition } from '../day-tables.ts';
import type { Schema } from '../../schema.ts';
import { syncFolderSync } from '../../sync-folder.ts';
import { findFileId } from './find-file-id.ts';
import { sqliteColumns } from './sqlite-columns.ts';
import { isDamage, primaryCodeOf } from './sqlite-faults.ts';
import { sqliteSpace } from './sqlite-space.ts';

const ENDING = '.sqlite';
const FILE = /^(?<day>\d{4}-\d{2}-\d{2})\.sqlite(?<aside>\.damaged-\d+)?$/;
/** A commit leaves the newest rows in the `-wal` file. */
const FILE_PARTS = ['-shm', '-wal', ''];
/** Files that stay open. Most reads and writes concern today and yesterday. */
const MOST_OPEN = 3;

interface OpenFile {
  readonly db: Kysely<Schema>;
  /** Tables that a read has seen. A table goes away only with its file. */
  readonly tables: Set<string>;
  users: number;
  /** Set when the file closes after its last user. */
  isOver: boolean;
}

type DayWork<T> = (db: Kysely<Schema>, tables: Set<string>) => Promise<T>;

/**
 * Keeps each day in a file of its own, which is deleted with the day. A damaged file is set aside
 * under another name, so that the day goes on with a new file.
 */
export class SqliteDays implements DayTables {
  readonly #folder: string;
  /** Least recently used first. */
  readonly #open = new Map<string, OpenFile>();
  #isFolderSynced = false;

  constructor(
    dataDir: string,
    private readonly definition: DayTablesDefinition,
    private readonly connect: (file: string) => Kysely<Schema>,
  ) {
    this.#folder = join(dataDir, definition.folder);
  }

  async list(): Promise<readonly string[]> {
    const names = await this.#listNames();
    const days = [...new Set(names.flatMap((name) => FILE.exec(name)?.groups?.['day'] ?? []))];
    // The space of a file that another process has deleted is free once nobody has it open.
    const gone = [...this.#open.keys()].filter((day) => !names.includes(day + ENDING));
    for (const day of gone) await this.#end(day);
    return days.toSorted().toReversed();
  }

  async write<T>(day: string, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> {
    this.#ensureFolder();
    await this.#endWhenGone(day);
    const write = (db: Kysely<Schema>): Promise<T> =>
      db.transaction().execute(async (transaction) => {
        const made = await listTables(transaction);
        for (const { name, create } of this.definition.tables) {
          if (!made.includes(name)) await create(transaction, sqliteColumns);
        }
        return work(transaction);
      });
    const done = await this.#useSound(day, write);
    return done ? done.value : this.#use(day, write);
  }

  async read<T>(
    day: string,
    work: (db: Kysely<Schema>) => Promise<T>,
    table = this.definition.tables[0]!.name,
  ): Promise<T | undefined> {
    if (await this.#endWhenGone(day)) return undefined;
    const done = await this.#useSound(day, async (db, tables) => {
      if (!tables.has(table)) for (const name of await listTables(db)) tables.add(name);
      return tables.has(table) ? work(db) : undefined;
    });
    return done?.value;
  }

  async drop(day: string): Promise<void> {
    const aside = (await this.#listNames()).filter((name) => name.startsWith(`${day}${ENDING}.`));
    for (const name of aside) rmSync(join(this.#folder, name), { force: true });
    await this.#end(day);
    // Nothing else of this thread runs between, so nobody opens the file without its log.
    for (const part of FILE_PARTS) rmSync(this.#fileOf(day) + part, { force: true });
  }

  async listDamaged(): Promise<readonly string[]> {
    return (await this.#listNames()).filter((name) => FILE.exec(name)?.groups?.['aside']);
  }

  async giveBack(day: string): Promise<boolean> {
    return (await this.read(day, (db) => sqliteSpace.releaseFreePages(db, 1))) ?? false;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((day) => this.#end(day)));
  }

  /** Syncs a folder that is there already, too, because a killed process may have made it. */
  #ensureFolder(): void {
    mkdirSync(this.#folder, { recursive: true });
    if (this.#isFolderSynced) return;
    syncFolderSync(dirname(this.#folder));
    this.#isFolderSynced = true;
  }

  #fileOf(day: string): string {
    return join(this.#folder, day + ENDING);
  }

  /** Closes the file when another process has deleted it, and returns whether it is not there. */
  async #endWhenGone(day: string): Promise<boolean> {
    // Asking the disk at once costs less than handing the question to another thread.
    if (existsSync(this.#fileOf(day))) return false;
    await this.#end(day);
    return true;
  }

  #listNames(): Promise<readonly string[]> {
    return readdir(this.#folder).catch(() => []);
  }

  /**
   * Resolves with undefined when the file is damaged, and sets it aside. The work runs again with
   * the file opened anew, because another process may have set the file aside.
   */
  async #useSound<T>(day: string, work: DayWork<T>): Promise<{ readonly value: T } | undefined> {
    try {
      return { value: await this.#use(day, work) };
    } catch (error) {
      if (!isDamage(error) && !(isDatabaseAway(error) && isOfNoSqliteCode(error))) throw error;
    }
    const file = this.#fileOf(day);
    const id = findFileId(file);
    try {
      return { value: await this.#use(day, work) };
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (id !== undefined && findFileId(file) === id) this.#setAside(day);
      return undefined;
    }
  }

  /** Moves the `-wal` file first, because SQLite would apply it to a new file of that name. */
  #setAside(day: string): void {
    const file = this.#fileOf(day);
    const aside = `${file}.damaged-${Date.now()}`;
    rmSync(`${file}-shm`, { force: true });
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`);
    renameSync(file, aside);
  }

  async #use<T>(day: string, work: DayWork<T>): Promise<T> {
    const file = this.#open.get(day) ?? {
      db: this.connect(this.#fileOf(day)),
      tables: new Set(),
      users: 0,
      isOver: false,
    };
    this.#open.delete(day);
    this.#open.set(day, file);
    file.users += 1;
    try {
      return await work(file.db, file.tables);
    } catch (error) {
      // Another process may have replaced the file. The next use opens it anew.
      if (isDatabaseAway(error)) await this.#end(day);
      throw error;
    } finally {
      file.users -= 1;
      if (file.isOver && file.users === 0) await file.db.destroy();
      await this.#closeUnused();
    }
  }

  async #closeUnused(): Promise<void> {
    for (const [day, { users }] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return;
      if (users === 0) await this.#end(day);
    }
  }

  async #end(day: string): Promise<void> {
    const file = this.#open.get(day);
    if (!file) return;
    this.#open.delete(day);
    file.isOver = true;
    if (file.users === 0) await file.db.destroy();
  }
}

/** Whether the fault is not SQLite's own, such as that of a file that was replaced. */
function isOfNoSqliteCode({ cause }: Error): boolean {
  return primaryCodeOf(cause) === undefined;
}

async function listTables(db: Kysely<Schema>): Promise<readonly string[]> {
  const query = sql<{ readonly name: string }>`select name from sqlite_schema where type = 'table'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}
