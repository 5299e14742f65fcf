import type { Outcome } from '#shared';
import { formatPercent, to } from '#shared';
import { toSize } from '#product/projects/projects/rules';
import type { ToldSign } from '../../projects/projects/index.ts';
import type { RoomLeft } from './bounds.dto.ts';
import { isRefusal } from './is-refusal.ts';
import { toOutcomes } from './to-outcomes.ts';

/** Share of refused reports from which reports count as lost, and from which it is the worst case. */
const LOST = { from: 0.01, most: 0.1 };

interface Ended {
  readonly outcome: Outcome;
  readonly quantity: number;
}

/**
 * Tells which reports of a project were refused, and whether its storage is full. `room` is
 * undefined when there is no storage budget. `endings` cover the last 24 hours.
 */
export function judgeRoom(
  slug: string,
  room: RoomLeft | undefined,
  endings: readonly Ended[],
): ToldSign[] {
  const refused = judgeRefused(slug, endings);
  if (room?.exceeded === undefined) return refused;
  const words = room.exceeded === 'day' ? 'storage is full today' : 'storage is full';
  const href = to('/settings/projects/:slug/data', { slug }, { hash: 'room' });
  return [...refused, { kind: 'lost', size: 0.5, words, href }];
}

function judgeRefused(slug: string, endings: readonly Ended[]): ToldSign[] {
  const refused = sumUp(endings.filter(({ outcome }) => isRefusal(outcome)));
  if (refused === 0) return [];
  const href = toOutcomes(slug);
  const all = sumUp(endings);
  if (refused < LOST.from * all) {
    const words = `${refused.toLocaleString('en')} ${refused === 1 ? 'report' : 'reports'} refused`;
    return [{ kind: 'usual', size: 1, words, href }];
  }
  const size = toSize(refused / all, LOST.from, LOST.most);
  return [{ kind: 'lost', size, words: `${formatPercent(refused, all)} of reports refused`, href }];
}

function sumUp(endings: readonly Ended[]): number {
  return endings.reduce((sum, { quantity }) => sum + quantity, 0);
}
