import { logLimits } from '#shared';
import { comparePlaces, toLatestMs } from './log-place.ts';
import type { LogPlace } from './log.types.ts';
import type { LogBlock, WantedBlocks } from './select-blocks.ts';

/** Blocks that the first statement for a day reads. Each further one reads up to twice as many. */
const FIRST_BLOCKS = 5;
const MOST_BLOCKS = 20;

export interface PlacedBlock {
  readonly day: string;
  readonly block: LogBlock;
  /** A place right after its last log. */
  readonly latest: LogPlace;
}

type ReadBlocks = (
  day: string,
  wanted: Pick<WantedBlocks, 'belowId' | 'limit'>,
) => Promise<readonly LogBlock[]>;

interface OpenDay {
  readonly next: PlacedBlock;
  readonly rest: AsyncGenerator<PlacedBlock>;
}

/**
 * Gives the blocks of all days, those with the latest last log first. A day is by receipt, so its
 * logs may be older than those of days before it. `days` are newest first.
 */
export async function* walkBack(
  days: readonly string[],
  read: ReadBlocks,
): AsyncGenerator<PlacedBlock> {
  const waiting = [...days];
  let open: readonly OpenDay[] = [];
  for (;;) {
    for (let day = waiting[0]; day !== undefined && mayBeNext(day, open[0]); day = waiting[0]) {
      open = await advance(open, walkDay(day, read));
      waiting.shift();
    }
    const [first, ...others] = open;
    if (!first) return;
    yield first.next;
    open = await advance(others, first.rest);
  }
}

function mayBeNext(day: string, first: OpenDay | undefined): boolean {
  return first === undefined || first.next.latest.atMs <= toLatestMs(day);
}

async function advance(
  open: readonly OpenDay[],
  rest: AsyncGenerator<PlacedBlock>,
): Promise<readonly OpenDay[]> {
  const { value: next, done } = await rest.next();
  if (done) return open;
  return [...open, { next, rest }].toSorted((a, b) => comparePlaces(a.next.latest, b.next.latest));
}

async function* walkDay(day: string, read: ReadBlocks): AsyncGenerator<PlacedBlock> {
  let belowId: number | undefined;
  for (let limit = FIRST_BLOCKS; ; limit = Math.min(limit * 2, MOST_BLOCKS)) {
    const blocks = await read(day, { belowId, limit });
    for (const block of blocks) yield { day, block, latest: toLatest(day, block) };
    if (blocks.length < limit) return;
    belowId = blocks.at(-1)?.id;
  }
}

function toLatest(day: string, { id, ends_at: atMs }: LogBlock): LogPlace {
  return { atMs, day, blockId: id, index: logLimits.logsPerBlock };
}
