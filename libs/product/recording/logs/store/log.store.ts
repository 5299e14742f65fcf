import { defaultLogSettings, logLimits } from '#shared';
import { countOf } from '#product/people/audit/rules';
import type { Kysely } from 'kysely';
import {
  DAY_MS,
  type DayTables,
  type KyselyDatabase,
  type Schema,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { compareInTime, readNamed } from '../rules/log-facts.ts';
import { LogTally } from '../rules/log-tally.ts';
import { decodeBlock } from './log-block.ts';
import { sumMinutes } from './log-minutes.ts';
import { toPlaceBefore } from './log-place.ts';
import { listUsesOf, LogRemoval } from './log-removal.ts';
import { readLogBudget } from './log-shares.ts';
import { logDays } from './log.tables.ts';
import {
  type BesideQuery,
  type CountQuery,
  type FoundLog,
  type LogBeside,
  type LogCounts,
  type LogName,
  type LogPage,
  type LogQuery,
  type LogRoom,
  toSender,
} from './log.types.ts';
import { toFactWord, toProjectWord } from './log-words.ts';
import { noteLogs } from './note-logs.ts';
import { searchLogs } from './search-logs.ts';
import {
  type LogBlock,
  selectBlocks,
  selectBlocksOfAny,
  type WantedBlocks,
} from './select-blocks.ts';
import { toDay } from './to-day.ts';

/** Blocks of a day that are read beside an error, on either side. */
const BLOCKS = 20;
const HOUR_MS = DAY_MS / 24;

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

  /** Finds a log of the projects by its name. */
  async find(
    { day, blockId, index }: LogName,
    projectIds: readonly number[],
  ): Promise<FoundLog | undefined> {
    const block = await this.#days.read(day, (db) =>
      db
        .selectFrom('log_blocks')
        .select(['project_id', 'body'])
        .where('id', '=', blockId)
        .executeTakeFirst(),
    );
    if (!block || !projectIds.includes(block.project_id)) return undefined;
    const log = decodeBlock(block.body)[index];
    return log && { ...log, projectId: block.project_id };
  }

  /**
   * Counts the logs of a time by bucket, level and project. Reads none of the logs, so this takes
   * the same time however many there are.
   */
  async count(query: CountQuery): Promise<LogCounts> {
    if (query.projects.size > 0) return sumMinutes(this.#days, query);
    return { tally: new LogTally(), countedFromMs: query.fromMs };
  }

  /**
   * Returns logs of the error's trace from all projects, and those of its server within
   * `besideMs`, oldest first. When there are too many, those of the trace stay, and those nearest to
   * the error.
   */
  async listBeside(query: BesideQuery): Promise<readonly LogBeside[]> {
    const { projectId, atMs, traceId, serverName } = query;
    const found = new Map<string, LogBeside>();
    for (const day of toDaysOf(query)) {
      for (const log of await this.#listAround(day, query)) {
        // A process without tracing has one trace for all its logs.
        const isOfTrace = traceId !== undefined && log.traceId === traceId;
        const isNear =
          serverName !== undefined &&
          log.projectId === projectId &&
          Math.abs(log.atMs - atMs) <= logLimits.besideMs &&
          readNamed(log).server_name === serverName;
        if (isOfTrace || isNear) found.set(JSON.stringify(log), { ...log, isOfTrace });
      }
    }
    return [...found.values()]
      .toSorted(
        (a, b) =>
          Number(b.isOfTrace) - Number(a.isOfTrace) ||
          Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs),
      )
      .slice(0, logLimits.besideError)
      .toSorted(compareInTime);
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

  /**
   * Reads the logs nearest to the error that have its trace or its server, also where their senders'
   * clocks put them.
   */
  async #listAround(day: string, query: BesideQuery): Promise<readonly FoundLog[]> {
    const { corrections = new Map() } = query;
    const { kind } = this.#database;
    const wanted = listNear(query).flatMap((near) =>
      [...new Set([0, ...corrections.values()])].flatMap((byMs) =>
        toSides(near, query.atMs - byMs),
      ),
    );
    const read = (db: Kysely<Schema>) => selectBlocksOfAny({ db, kind, day }, wanted);
    const rows = (await this.#days.read(day, read)) ?? [];
    const blocks = new Map(rows.map((block) => [block.id, block]));
    return [...blocks.values()].flatMap(({ project_id: projectId, body }) =>
      decodeBlock(body).map((log) => correct({ ...log, projectId }, corrections)),
    );
  }

  async #read(day: string, wanted: WantedBlocks): Promise<readonly LogBlock[]> {
    const { kind } = this.#database;
    return (await this.#days.read(day, (db) => selectBlocks({ db, kind, day }, wanted))) ?? [];
  }
}

type Near = Pick<WantedBlocks, 'projectIds' | 'words'> & {
  /** Both ends are included. */
  readonly rangeMs: number;
};

function listNear({ projectIds, projectId, traceId, serverName }: BesideQuery): readonly Near[] {
  const near: Near[] = [];
  if (traceId !== undefined) {
    const words = toWords([toFactWord('trace', traceId)], [projectIds.map(toProjectWord)]);
    near.push({ projectIds, words, rangeMs: HOUR_MS });
  }
  if (serverName !== undefined) {
    const words = toWords([toFactWord('server_name', serverName), toProjectWord(projectId)]);
    near.push({ projectIds: [projectId], words, rangeMs: logLimits.besideMs });
  }
  return near;
}

function toSides({ rangeMs, ...wanted }: Near, centreMs: number): readonly WantedBlocks[] {
  const asked = { ...wanted, limit: BLOCKS };
  return [
    { ...asked, fromMs: centreMs - rangeMs, before: toPlaceBefore(centreMs + 1) },
    {
      ...asked,
      fromMs: centreMs,
      before: toPlaceBefore(centreMs + rangeMs + 1),
      isOldestFirst: true,
    },
  ];
}

function correct(log: FoundLog, corrections: ReadonlyMap<string, number>): FoundLog {
  const { saidMs, projectId } = log;
  const byMs = corrections.get(toSender(projectId, readNamed(log).server_name));
  return saidMs === undefined || byMs === undefined ? log : { ...log, atMs: saidMs + byMs };
}

function toWords(
  words: readonly string[],
  groups: readonly (readonly string[])[] = [],
): WantedBlocks['words'] {
  return { words, beginnings: [], groups };
}

/** Logs are stored under the day of their receipt, and arrive seconds after they were written. */
function toDaysOf({ atMs, receivedAtMs }: BesideQuery): ReadonlySet<string> {
  const times = [atMs, receivedAtMs].flatMap((ms) => [ms - HOUR_MS, ms, ms + HOUR_MS]);
  return new Set(times.map(toDay));
}

/** Logs have no table in the database: each day is a database of its own. */
export const logs = {
  tables: [],
  migrations: [],
  stores: { logs: storeOf(LogStore) },
  recording: [noteLogs],
  keptKinds: {
    log_item: {
      title: 'Logs',
      stop: 'beforeSendLog: () => null; before version 11 also enableLogs: false. Python: before_send_log that returns None.',
    },
  },
  auditTexts: {
    'settings.logs.days': ({ project, from, to }) =>
      `changed how long logs of ${project} are kept from ${from || defaultLogSettings.days} to ${countOf(to || String(defaultLogSettings.days), 'day')}`,
    'settings.logs.level': ({ project, from, to }) =>
      `changed the least important level of kept logs of ${project} from ${from || defaultLogSettings.level} to ${to || defaultLogSettings.level}`,
  },
} as const satisfies Capability;
