import type { Transaction } from 'kysely';
import { DAY_MS, type Schema, toBucketStart } from '#persistence/stores';
import { type Named, NameIds, OTHER } from '#product/recording/counts';
import type { ProcessedReport, SessionGroup, SessionItem } from '#product/recording/reports';
import type { Recording } from '#product/recording/steps';
import { DayPairs, toPair } from './day-pairs.ts';
import type { SessionDaysTable } from './session.tables.ts';

export type Place = Pick<
  SessionDaysTable,
  'project_id' | 'starts_at' | 'release_id' | 'environment_id'
>;

export interface PlacedGroup {
  readonly place: Place;
  readonly group: SessionGroup;
}

/**
 * Lists the sessions whose names are known, or whose pair of names has room in its day. Other names
 * get no ids, because anybody with a public key could use up those of the project.
 */
export async function listNamedSessions(
  transaction: Transaction<Schema>,
  reports: readonly ProcessedReport[],
): Promise<readonly Named[]> {
  const items = reports.flatMap(({ sessions = [] }) => sessions);
  const known = await NameIds.find(transaction, items);
  const hasIds = (item: SessionItem): boolean => {
    const { release_id, environment_id } = toIds(item, known);
    return release_id !== OTHER && environment_id !== OTHER;
  };
  if (items.every(hasIds)) return items;
  const pairs = new DayPairs(transaction);
  const named: Named[] = [];
  for (const item of items) {
    const { projectId, release, environment, groups } = item;
    const pair = hasIds(item) ? toPair(toIds(item, known)) : JSON.stringify([release, environment]);
    let isAdmitted = hasIds(item);
    for (const { startedAtMs } of groups) {
      if (await pairs.admit(pair, projectId, startedAtMs)) isAdmitted = true;
    }
    if (isAdmitted) named.push(item);
  }
  return named;
}

/** Finds the day, release and environment of each group. Pairs without room count together. */
export async function placeGroups(
  { transaction, names }: Pick<Recording, 'transaction' | 'names'>,
  items: readonly SessionItem[],
): Promise<readonly PlacedGroup[]> {
  const pairs = new DayPairs(transaction);
  const placed: PlacedGroup[] = [];
  for (const item of items) {
    const ids = toIds(item, names);
    for (const group of item.groups) {
      const isAdmitted = await pairs.admit(toPair(ids), item.projectId, group.startedAtMs);
      const place = {
        project_id: item.projectId,
        starts_at: toBucketStart(group.startedAtMs, DAY_MS),
        ...(isAdmitted ? ids : { release_id: OTHER, environment_id: OTHER }),
      };
      placed.push({ group, place });
    }
  }
  return placed;
}

function toIds(
  { projectId, release, environment }: SessionItem,
  names: NameIds,
): Pick<Place, 'release_id' | 'environment_id'> {
  return {
    release_id: names.get(projectId, 'release', release),
    environment_id: names.get(projectId, 'environment', environment),
  };
}
