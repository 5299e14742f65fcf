import type { Outcome } from '#shared';
import { formatPercent, to } from '#shared';
import { isRefusal, toOutcomes } from '../bounds/index.ts';
import type { RoomLeft } from '../bounds/index.ts';
import type { RoomWords } from './project-health.dto.ts';

/** Share of refused reports from which the text is marked as bad. */
const MUCH = 0.01;

interface Ended {
  readonly outcome: Outcome;
  readonly quantity: number;
}

/**
 * Describes the refused items of a project, or the storage that is left when none were refused.
 * `room` is undefined when there is no storage budget. `endings` cover the last 24 hours.
 */
export function describeRoom(
  slug: string,
  room: RoomLeft | undefined,
  endings: readonly Ended[],
): RoomWords {
  const refused = sumUp(endings.filter(({ outcome }) => isRefusal(outcome)));
  const isFull = room?.exceeded !== undefined;
  if (refused > 0) {
    const isBad = isFull || refused >= MUCH * sumUp(endings);
    return {
      text: `${refused.toLocaleString('en')} refused`,
      href: toOutcomes(slug),
      ...(isBad ? { isBad } : {}),
    };
  }
  if (isFull) {
    const text = room.exceeded === 'day' ? 'full today' : 'full';
    const href = to('/settings/projects/:slug/data', { slug }, { hash: 'room' });
    return { text, href, isBad: true };
  }
  return { text: room ? formatPercent(room.percent, 100) : 'no limit' };
}

function sumUp(endings: readonly Ended[]): number {
  return endings.reduce((sum, { quantity }) => sum + quantity, 0);
}
