import type { Outcome } from '#shared';
import { to } from '#shared';
import { isRefusal, toOutcomes } from '../bounds/index.ts';
import type { RoomLeft } from '../bounds/index.ts';
import type { RoomWords } from './project-health.dto.ts';

/** The share of reports from which refusals need somebody to see to them. */
const MUCH = 0.01;

/** Items of a project that ended so. */
interface Ended {
  readonly outcome: Outcome;
  readonly quantity: number;
}

/**
 * Words for the room that a project has, or for the items that were refused. `room` is absent without a budget, `endings` are
 * those of the last 24 hours.
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
  return { text: room ? `${room.percent} %` : 'no limit' };
}

function sumUp(endings: readonly Ended[]): number {
  return endings.reduce((sum, { quantity }) => sum + quantity, 0);
}
