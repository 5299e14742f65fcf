import { DAY_MS, compareText, toBucketStart } from '#persistence/stores';
import { type Named, OTHER } from '#product/recording/counts';
import type { ProcessedReport } from '#product/recording/reports';
import type { SessionGroup, SessionItem } from './session-item.ts';
import type { Recording } from '#product/recording/steps';
import { type DayPair, type Place, placePairs, toPair } from './day-pairs.ts';

export interface PlacedGroup {
  readonly place: Place;
  readonly group: SessionGroup;
}

export interface SentSessions {
  readonly item: SessionItem;
  readonly publicKey: string;
}

export function listNamedSessions(reports: readonly ProcessedReport[]): readonly Named[] {
  return listSent(reports).map(({ item, publicKey }) => {
    const { projectId, release, environment, groups } = item;
    const begun = groups.map(({ startedAtMs }) => startedAtMs);
    const occurredAtMs = begun.length > 0 ? Math.min(...begun) : undefined;
    return { projectId, release, environment, occurredAtMs, publicKey };
  });
}

export function listSent(reports: readonly ProcessedReport[]): readonly SentSessions[] {
  return reports.flatMap(({ sessions = [], publicKey }) =>
    sessions.map((item) => ({ item, publicKey })),
  );
}

/** Finds the day, release and environment of each group. Pairs without a place count together. */
export async function placeGroups(
  { transaction, names, nowMs }: Pick<Recording, 'transaction' | 'names' | 'nowMs'>,
  items: readonly SentSessions[],
): Promise<readonly PlacedGroup[]> {
  const sent = items.flatMap(({ item, publicKey }) =>
    item.groups.map((group) => {
      const place = {
        project_id: item.projectId,
        starts_at: toBucketStart(group.startedAtMs, DAY_MS),
        release_id: names.get(item.projectId, 'release', item.release),
        environment_id: names.get(item.projectId, 'environment', item.environment),
      };
      return { place, group, publicKey };
    }),
  );
  const pairs = new Map<string, DayPair>();
  const nameOf = (place: Place) => `${place.project_id} ${place.starts_at} ${toPair(place)}`;
  for (const { place, publicKey } of sent) {
    pairs.set(nameOf(place), { kind: 'pair', name: toPair(place), publicKey, place });
  }
  const sorted = [...pairs.values()].toSorted(
    (a, b) =>
      a.place.project_id - b.place.project_id ||
      a.place.starts_at - b.place.starts_at ||
      compareText(a.name, b.name),
  );
  const placed = await placePairs(transaction, sorted, nowMs);
  return sent.map(({ place, group }) => {
    const isPlaced = placed.has(pairs.get(nameOf(place))!);
    return {
      group,
      place: isPlaced ? place : { ...place, release_id: OTHER, environment_id: OTHER },
    };
  });
}
