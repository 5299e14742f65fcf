import { logLimits } from '#shared';
import { DAY_MS, type DayTables, type KyselyDatabase } from '#persistence/stores';
import { readNamed } from '../rules/log-facts.ts';
import { decodeBlock } from './log-block.ts';
import { toPlaceBefore } from './log-place.ts';
import { listUsesOf, LogRemoval } from './log-removal.ts';
import { readLogBudget } from './log-shares.ts';
import { logDays } from './log.tables.ts';
import type { BesideQuery, FoundLog, LogBeside, LogPage, LogQuery, LogRoom } from './log.types.ts';
import { toFactWord, toProjectWord } from './log-words.ts';
import { searchLogs } from './search-logs.ts';
import { type LogBlock, selectBlocks, type WantedBlocks } from './select-blocks.ts';
import { toDay } from './to-day.ts';

/** Blocks of a day that are read beside an error. */
const BLOCKS = 20;
const BLOCKS_AFTER = 5;
const HOUR_MS = DAY_MS / 24;
/** Logs of an error's trace are looked for in this time around the error. */
const TRACE_BEFORE_MS = HOUR_MS;
const TRACE_AFTER_MS = 30_000;

/** Reads logs, and deletes old ones. All methods reject with `database.unavailable`. */
export class LogStore {
  readonly #database: KyselyDatabase;
  readonly #days: DayTables;
  readonly #removal: LogRemoval;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#days = database.openDays(logDays);
    this.#removal = new LogRemoval(database, this.#days);
  }

  /**
   * Returns a page of logs that match, latest first, or what was found in the blocks that one
   * search may read.
   */
  search(query: LogQuery): Promise<LogPage> {
    return searchLogs(
      { listDays: () => this.#days.list(), read: (day, wanted) => this.#read(day, wanted) },
      query,
    );
  }

  /**
   * Returns logs of the error's trace from all projects, and those of its server within
   * `besideMs`, oldest first. When there are too many, those nearest to the error stay.
   */
  async listBeside(query: BesideQuery): Promise<readonly LogBeside[]> {
    const { projectId, atMs, traceId, serverName } = query;
    const found = new Map<string, LogBeside>();
    const add = (logs: readonly FoundLog[], isOfTrace: boolean): void => {
      for (const log of logs) {
        const name = JSON.stringify(log);
        if (!found.has(name)) found.set(name, { ...log, isOfTrace });
      }
    };
    for (const day of toDaysOf(query)) {
      if (traceId !== undefined) add(await this.#listOfTrace(day, query), true);
      if (serverName === undefined) continue;
      const time = { fromMs: atMs - logLimits.besideMs, toMs: atMs + logLimits.besideMs };
      const words = [toFactWord('server_name', serverName), toProjectWord(projectId)];
      const near = await this.#listAround(day, atMs, {
        projectIds: [projectId],
        words: toWords(words),
        time,
      });
      add(
        near.filter(
          (log) =>
            log.atMs >= time.fromMs &&
            log.atMs <= time.toMs &&
            readNamed(log).server_name === serverName,
        ),
        false,
      );
    }
    return [...found.values()]
      .toSorted((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))
      .slice(0, logLimits.besideError)
      .toSorted((a, b) => a.atMs - b.atMs);
  }

  /**
   * Deletes days that no project keeps any more, and some logs of projects that use more than their
   * share, keep fewer days, or were deleted. Returns false when nothing was left to delete.
   */
  removeOld(nowMs: number): Promise<boolean> {
    return this.#removal.removeNext(nowMs);
  }

  /** Returns what the project uses of all days and of the present one, and what all may use. */
  async measure(projectId: number, nowMs: number): Promise<LogRoom> {
    const budgetBytes = await readLogBudget(this.#database.kysely);
    const uses = await listUsesOf(this.#days, await this.#days.list());
    const own = uses.filter((use) => use.projectId === projectId);
    const today = own.find(({ day }) => day === toDay(nowMs));
    const bytes = own.reduce((sum, use) => sum + use.bytes, 0);
    return { budgetBytes, bytes, dayBytes: today?.bytes ?? 0 };
  }

  /** Returns the names of the files in `DATA_DIR/logs` that were found damaged and set aside. */
  listDamaged(): Promise<readonly string[]> {
    return this.#days.listDamaged();
  }

  async #listOfTrace(
    day: string,
    { traceId = '', projectIds, atMs }: BesideQuery,
  ): Promise<readonly FoundLog[]> {
    const words = {
      ...toWords([toFactWord('trace', traceId)]),
      groups: [projectIds.map(toProjectWord)],
    };
    // A process without tracing has one trace for all its logs.
    const time = { fromMs: atMs - TRACE_BEFORE_MS, toMs: atMs + TRACE_AFTER_MS };
    const logs = await this.#listAround(day, atMs, { projectIds, words, time });
    return logs.filter((log) => log.traceId === traceId);
  }

  /** Reads the blocks with logs nearest to `atMs` in this time, most of them before it. */
  async #listAround(
    day: string,
    atMs: number,
    { time: { fromMs, toMs }, ...wanted }: Pick<WantedBlocks, 'projectIds' | 'words'> & LogTime,
  ): Promise<readonly FoundLog[]> {
    const before = await this.#read(day, {
      ...wanted,
      fromMs,
      before: toPlaceBefore(atMs + 1),
      limit: BLOCKS,
    });
    const after = await this.#read(day, {
      ...wanted,
      fromMs: atMs,
      before: toPlaceBefore(toMs + 1),
      limit: BLOCKS_AFTER,
      isOldestFirst: true,
    });
    const known = new Set(before.map(({ id }) => id));
    return [...before, ...after.filter(({ id }) => !known.has(id))].flatMap(
      ({ project_id: projectId, body }) => decodeBlock(body).map((log) => ({ ...log, projectId })),
    );
  }

  async #read(day: string, wanted: WantedBlocks): Promise<readonly LogBlock[]> {
    const { kind } = this.#database;
    return (await this.#days.read(day, (db) => selectBlocks({ db, kind, day }, wanted))) ?? [];
  }
}

interface LogTime {
  /** Both ends are included. */
  readonly time: { readonly fromMs: number; readonly toMs: number };
}

function toWords(words: readonly string[]) {
  return { words, beginnings: [], groups: [] };
}

/** Logs are stored under the day of their receipt, and arrive seconds after they were written. */
function toDaysOf({ atMs, receivedAtMs }: BesideQuery): ReadonlySet<string> {
  return new Set([atMs, atMs + HOUR_MS, receivedAtMs, receivedAtMs + HOUR_MS].map(toDay));
}
