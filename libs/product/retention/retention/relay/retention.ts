import type { SpaceStore } from '#product/retention/space';
import { atAFifth, type Pace, walkAtAFifth } from '#telemetry/plain';
import type { RetentionStore, RoomPosition } from '../index.ts';

interface Stored {
  readonly retention: Pick<RetentionStore, 'removeExpired' | 'makeRoom'>;
  readonly space: Pick<SpaceStore, 'giveBack' | 'cutOff'>;
}

/**
 * Removes what is older than its project keeps it, then makes room where the storage budget is nearly used up. What becomes
 * free is given back to the disk meanwhile: the more is free, the longer that takes.
 */
export async function endOldEvents({ retention, space }: Stored, pace: Pace): Promise<void> {
  const { clock } = pace;
  await atAFifth(
    async () => (await space.giveBack()) || retention.removeExpired(clock.nowMs()),
    pace,
  );
  await walkAtAFifth<RoomPosition>(
    async (from) =>
      from && (await space.giveBack()) ? from : retention.makeRoom(clock.nowMs(), from),
    pace,
  );
  await atAFifth(() => space.giveBack(), pace);
  await space.cutOff();
}

/** Ends what keys have counted for longer than is kept: users, hours, minutes. */
export function tidyKeys(retention: Pick<RetentionStore, 'tidyKeys'>, pace: Pace): Promise<void> {
  const { clock } = pace;
  return walkAtAFifth<number>((after) => retention.tidyKeys(clock.nowMs(), after ?? 0), pace);
}
