import { setImmediate as nextTurn } from 'node:timers/promises';
import { logLimits, matchesEvent } from '#shared';
import { DAY_MS, type DayTables, type KyselyDatabase } from '#persistence/stores';
import { SettingsStore } from '#product/projects/projects';
import { readNamed, toSearched } from '../rules/log-facts.ts';
import { measureBlock } from './log-block.ts';
import { LogRoom } from './log-room.ts';
import { logSettings } from './log-settings.ts';
import { logDays } from './log.tables.ts';
import type { BesideQuery, FoundLog, LogBeside, LogPage, LogPlace, LogQuery } from './log.types.ts';
import { toBlockWords, toFactWord, toProjectWord } from './log-words.ts';
import { type LogBlock, selectBlocks, type WantedBlocks } from './select-blocks.ts';
import { toDay, toFirstDay } from './to-day.ts';

/** Blocks that one statement reads. */
const BLOCKS = 20;
const BLOCKS_AFTER = 5;
/** Blocks that one step deletes. */
const BLOCKS_PER_STEP = 100;
const HOUR_MS = DAY_MS / 24;
/** Logs of an error's trace are looked for in this time around the error. */
const TRACE_BEFORE_MS = HOUR_MS;
const TRACE_AFTER_MS = 30_000;

/** Reads logs, and deletes old ones. All methods reject with `database.unavailable`. */
export class LogStore {
  readonly #database: KyselyDatabase;
  readonly #days: DayTables;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#days = database.openDays(logDays);
  }

  /**
   * Returns a page of logs that match, latest recorded first, or what was found in the blocks that
   * one search may read. A page has the logs of whole blocks, so it may exceed `perPage`.
   */
  async search({ projects, search, nowMs, before }: LogQuery): Promise<LogPage> {
    const projectIds = [...projects.keys()];
    const words = toBlockWords(search, projectIds);
    const found: FoundLog[] = [];
    const searched = { blocks: 0, characters: 0 };
    let place = before;
    let reachedMs: number | undefined;
    for await (const { day, block } of this.#walk({ projectIds, words }, before)) {
      // The place of a stop is known with the block behind it, since without one nothing is older.
      const isFull = found.length >= logLimits.perPage;
      if (isFull || isLongEnough(searched)) {
        return toPage(found, place, isFull ? undefined : reachedMs);
      }
      const { logs, characters } = decode(block);
      found.push(
        ...logs
          .toReversed()
          .filter((log) =>
            matchesEvent(search, toSearched(log, projects.get(log.projectId) ?? ''), { nowMs }),
          ),
      );
      searched.blocks += 1;
      searched.characters += characters;
      place = { day, blockId: block.id };
      reachedMs = logs.at(-1)?.atMs;
      // Other requests get their turn, since reading a large block takes long.
      await nextTurn();
    }
    return toPage(found);
  }

  /** Gives the blocks that were recorded before the place, latest first. */
  async *#walk(
    wanted: Pick<WantedBlocks, 'projectIds' | 'words'>,
    before: LogPlace | undefined,
  ): AsyncGenerator<{ readonly day: string; readonly block: LogBlock }> {
    for (const day of await this.#days.list()) {
      if (before && day > before.day) continue;
      let beforeId = before?.day === day ? before.blockId : undefined;
      for (;;) {
        const blocks = await this.#read(day, { ...wanted, beforeId, limit: BLOCKS });
        for (const block of blocks) yield { day, block };
        if (blocks.length < BLOCKS) break;
        beforeId = blocks.at(-1)?.id;
      }
    }
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
   * Deletes days that no project keeps any more, the oldest days when logs use more than their part
   * of the budget, and some logs of projects that keep fewer days or were deleted. Returns false
   * when nothing was left to delete. The present day stays.
   */
  async removeOld(nowMs: number): Promise<boolean> {
    const days = await this.#days.list();
    const [oldest] = days.toReversed();
    if (oldest === undefined) return false;
    const kept = await this.#listKeptDays();
    const most = Math.max(0, ...kept.values());
    const room = new LogRoom(this.#database, this.#days);
    const isPast = oldest < toDay(nowMs);
    if (isPast && (oldest < toFirstDay(nowMs, most) || (await room.measureExcess()) > 0)) {
      await this.#days.drop(oldest);
      return true;
    }
    for (const day of days) {
      if (await this.#removeOfProjects(day, kept, nowMs)) return true;
    }
    return false;
  }

  /** Returns the names of the files in `DATA_DIR/logs` that were found damaged and set aside. */
  listDamaged(): Promise<readonly string[]> {
    return this.#days.listDamaged();
  }

  async #listKeptDays(): Promise<ReadonlyMap<number, number>> {
    const projects = await this.#database.kysely.selectFrom('projects').select('id').execute();
    const set = await new SettingsStore(this.#database).list(logSettings);
    return new Map(projects.map(({ id }) => [id, set.get(id)?.days ?? logSettings.defaults.days]));
  }

  async #removeOfProjects(
    day: string,
    kept: ReadonlyMap<number, number>,
    nowMs: number,
  ): Promise<boolean> {
    const found = await this.#days.read(day, (db) =>
      db.selectFrom('log_blocks').select('project_id').distinct().execute(),
    );
    const old = (found ?? [])
      .map(({ project_id }) => project_id)
      .filter((id) => day < toFirstDay(nowMs, kept.get(id) ?? 0));
    if (old.length === 0) return false;
    await this.#days.write(day, (transaction) =>
      transaction
        .deleteFrom('log_blocks')
        .where('id', 'in', (blocks) =>
          blocks
            .selectFrom('log_blocks')
            .select('id')
            .where('project_id', 'in', old)
            .limit(BLOCKS_PER_STEP),
        )
        .execute(),
    );
    return true;
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

  /** Reads the blocks that were recorded nearest to the time, most of them before it. */
  async #listAround(
    day: string,
    atMs: number,
    {
      time,
      ...wanted
    }: Omit<WantedBlocks, 'limit' | 'time'> & Required<Pick<WantedBlocks, 'time'>>,
  ): Promise<readonly FoundLog[]> {
    const before = await this.#read(day, {
      ...wanted,
      time: { ...time, toMs: atMs },
      limit: BLOCKS,
    });
    const after = await this.#read(day, {
      ...wanted,
      time: { fromMs: atMs, toMs: time.toMs },
      limit: BLOCKS_AFTER,
      isOldestFirst: true,
    });
    const known = new Set(before.map(({ id }) => id));
    return [...before, ...after.filter(({ id }) => !known.has(id))].flatMap(
      (block) => decode(block).logs,
    );
  }

  async #read(day: string, wanted: WantedBlocks): Promise<readonly LogBlock[]> {
    const { kind } = this.#database;
    return (await this.#days.read(day, (db) => selectBlocks({ db, kind }, wanted))) ?? [];
  }
}

function toWords(words: readonly string[]) {
  return { words, beginnings: [], groups: [] };
}

/** Logs are stored under the day of their receipt, and arrive seconds after they were written. */
function toDaysOf({ atMs, receivedAtMs }: BesideQuery): ReadonlySet<string> {
  return new Set([atMs, atMs + HOUR_MS, receivedAtMs, receivedAtMs + HOUR_MS].map(toDay));
}

function isLongEnough({ blocks, characters }: { blocks: number; characters: number }): boolean {
  return blocks >= logLimits.blocksSearched || characters >= logLimits.charactersSearched;
}

/** Returns the logs in the order in which they were sent. */
function decode({ project_id: projectId, body }: LogBlock): {
  readonly logs: readonly FoundLog[];
  readonly characters: number;
} {
  const { logs, characters } = measureBlock(body);
  return { logs: logs.map((log) => ({ ...log, projectId })), characters };
}

function toPage(found: readonly FoundLog[], next?: LogPlace, searchedBackToMs?: number): LogPage {
  return {
    logs: found.toSorted((a, b) => b.atMs - a.atMs),
    ...(next ? { next } : {}),
    ...(searchedBackToMs === undefined ? {} : { searchedBackToMs }),
  };
}
