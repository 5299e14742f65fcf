import type { DeletionStore } from '#product/retention/deletion';
import type { RetentionStore, RoomPosition } from '#product/retention/retention';
import type { SpaceStore } from '#product/retention/space';
import type { TagStore, TidyPosition } from '#product/recording/tags';
import { atAFifth, type Pace, walkAtAFifth } from '#telemetry/plain';

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

/** Ends the days of tags that are older than their project keeps what it is sent, and tags that nobody has. */
export function tidyTags(tags: Pick<TagStore, 'tidy'>, pace: Pace): Promise<void> {
  const { clock } = pace;
  return walkAtAFifth<TidyPosition>((from) => tags.tidy(clock.nowMs(), from), pace);
}

/** Removes a part of what deleted issues have left, and gives back about as much. Resolves with whether there may be more. */
export async function sweep({
  deletions,
  space,
}: {
  readonly deletions: Pick<DeletionStore, 'sweep'>;
  readonly space: Pick<SpaceStore, 'giveBack'>;
}): Promise<boolean> {
  const hasMore = await deletions.sweep();
  if (hasMore) await space.giveBack();
  return hasMore;
}
