import { setImmediate as nextTurn } from 'node:timers/promises';
import { logLimits, matchesEvent, type Search, type TimeRange, toTimeRange } from '#shared';
import { compareInTime, toSearched } from '../rules/log-facts.ts';
import { LogTally } from '../rules/log-tally.ts';
import { measureBlock } from './log-block.ts';
import { comparePlaces, isEarlier, toPlaceBefore } from './log-place.ts';
import type { FoundLog, LogPage, LogPlace, LogQuery, NamedLog } from './log.types.ts';
import { type BlockWords, toBlockWords } from './log-words.ts';
import type { LogBlock, WantedBlocks } from './select-blocks.ts';
import { type PlacedBlock, walkBack } from './walk-back.ts';

export interface LogReader {
  listDays(): Promise<readonly string[]>;
  read(day: string, wanted: WantedBlocks): Promise<readonly LogBlock[]>;
}

const ASCII = /^\p{ASCII}*$/u;
const LONGEST_TURN_MS = 10;

type PageOfLogs = Omit<LogPage, 'tally'>;

interface PlacedLog {
  readonly log: FoundLog;
  readonly place: LogPlace;
}

export async function searchLogs(reader: LogReader, query: LogQuery): Promise<LogPage> {
  const { projects, search, nowMs, isCounted = false } = query;
  const projectIds = [...projects.keys()];
  const { fromMs, beforeMs } = toWindow(search, nowMs);
  const before = toEarlier(query.before, beforeMs);
  const words = toBlockWords(search, projectIds);
  const wanted = { projectIds, words, fromMs, before };
  const mayMatch = toQuickCheck(words);
  const matches = (log: FoundLog): boolean =>
    search.length === 0 ||
    (mayMatch(log) &&
      matchesEvent(search, toSearched(log, projects.get(log.projectId) ?? ''), { nowMs }));
  let found: readonly PlacedLog[] = [];
  const tally = new LogTally();
  const searched = { blocks: 0, characters: 0 };
  const pause = new Pauses();
  const walk = walkBack(await reader.listDays(), (day, part) =>
    reader.read(day, { ...wanted, ...part }),
  );
  for await (const placed of walk) {
    const { latest } = placed;
    const isFull = countLater(found, latest) >= logLimits.perPage;
    if (isFull && !(isCounted && mayCount(searched))) {
      return { ...toPage(found, true), tally, countedBackToMs: latest.atMs };
    }
    if (isLongEnough(searched)) {
      return { ...stopAt(found, latest), tally, countedBackToMs: latest.atMs };
    }
    const { logs, characters } = readBlock(placed);
    const more: PlacedLog[] = [];
    for (const each of logs) {
      if ((!before || isEarlier(each.place, before)) && matches(each.log)) more.push(each);
      if (pause.isDue()) await pause.take();
    }
    if (isCounted) {
      for (const { log } of more) tally.add(log, projects.get(log.projectId) ?? '');
    }
    if (more.length > 0 && !isFull) {
      found = [...found, ...more]
        .toSorted((a, b) => comparePlaces(a.place, b.place))
        .slice(0, logLimits.perPage + 1);
    }
    // Blocks with logs at or after `before` do not count. Otherwise a page could consist of them
    // alone, and the next page would read the same ones.
    if (!before || isEarlier(latest, before)) {
      searched.blocks += 1;
      searched.characters += characters;
    }
    await pause.take();
  }
  return { ...toPage(found, found.length > logLimits.perPage), tally };
}

/** Lets other requests have their turn, because a large block takes long. Searches go on in turn. */
class Pauses {
  static #turn: Promise<void> = Promise.resolve();
  #lastMs = performance.now();

  isDue(): boolean {
    return performance.now() - this.#lastMs > LONGEST_TURN_MS;
  }

  async take(): Promise<void> {
    Pauses.#turn = Pauses.#turn.then(() => nextTurn());
    await Pauses.#turn;
    this.#lastMs = performance.now();
  }
}

/**
 * Returns a check that passes all logs that match, and few others. Most logs of a block do not have
 * a rare word, and splitting them into words takes much longer. The lower case of some letters
 * outside ASCII, such as Σ, depends on the letters around them.
 */
function toQuickCheck({ words, beginnings }: BlockWords): (log: FoundLog) => boolean {
  const asked = [...words, ...beginnings].filter((word) => ASCII.test(word));
  if (asked.length === 0) return () => true;
  return ({ body }) => {
    const text = body.toLowerCase();
    return asked.every((word) => text.includes(word));
  };
}

function countLater(found: readonly PlacedLog[], than: LogPlace): number {
  const at = found.findIndex(({ place }) => isEarlier(place, than));
  return at === -1 ? found.length : at;
}

function toPage(found: readonly PlacedLog[], hasOlder: boolean): PageOfLogs {
  const shown = found.slice(0, logLimits.perPage);
  const next = hasOlder ? shown.at(-1)?.place : undefined;
  return { logs: toLogs(shown), next };
}

/** Blocks from the place on were not read, so logs before it may be missing among those found. */
function stopAt(found: readonly PlacedLog[], stop: LogPlace): PageOfLogs {
  const logs = toLogs(found.filter(({ place }) => isEarlier(stop, place)));
  return { logs, next: stop, searchedBackToMs: stop.atMs };
}

/** Logs of one millisecond may have come in another order than they were written. */
function toLogs(found: readonly PlacedLog[]): readonly NamedLog[] {
  return found
    .map(({ log, place: { day, blockId, index } }) => ({ ...log, name: { day, blockId, index } }))
    .toSorted((a, b) => compareInTime(b, a));
}

function toEarlier(place: LogPlace | undefined, beforeMs: number | undefined) {
  if (beforeMs === undefined || (place && place.atMs < beforeMs)) return place;
  return toPlaceBefore(beforeMs);
}

/** Returns the time in which all logs lie that the search can match. */
function toWindow(search: Search, nowMs: number): TimeRange {
  const window: { fromMs?: number; beforeMs?: number } = {};
  for (const term of search) {
    if (term.kind !== 'time' || term.isNegated) continue;
    const ranges = term.values.map((value) => toTimeRange(value, nowMs));
    const fromMs = Math.min(...ranges.map((range) => range.fromMs ?? -Infinity));
    const beforeMs = Math.max(...ranges.map((range) => range.beforeMs ?? Infinity));
    if (fromMs > (window.fromMs ?? -Infinity)) window.fromMs = fromMs;
    if (beforeMs < (window.beforeMs ?? Infinity)) window.beforeMs = beforeMs;
  }
  return window;
}

interface Searched {
  readonly blocks: number;
  readonly characters: number;
}

function isLongEnough({ blocks, characters }: Searched): boolean {
  return blocks >= logLimits.blocksSearched || characters >= logLimits.charactersSearched;
}

/** Whether a page that has its logs may read another block for its counts. */
function mayCount({ blocks, characters }: Searched): boolean {
  return blocks < logLimits.blocksCounted && characters < logLimits.charactersCounted;
}

function readBlock({ day, block }: PlacedBlock): {
  readonly logs: readonly PlacedLog[];
  readonly characters: number;
} {
  const { logs, characters } = measureBlock(block.body);
  const projectId = block.project_id;
  return {
    logs: logs.map((log, index) => ({
      log: { ...log, projectId },
      place: { atMs: log.atMs, day, blockId: block.id, index },
    })),
    characters,
  };
}
