import type { Transaction } from 'kysely';
import { sessionLimits } from '#shared';
import { DAY_MS, type Schema, toBucketStart } from '#persistence/stores';
import type { SessionDaysTable } from './session.tables.ts';

/** Bounds the pairs of release and environment of a project and day, because senders choose them. */
export class DayPairs {
  readonly #transaction: Transaction<Schema>;
  readonly #days = new Map<string, Set<string>>();

  constructor(transaction: Transaction<Schema>) {
    this.#transaction = transaction;
  }

  /** Admits a pair that the day of `atMs` already has, and further ones up to the limit. */
  async admit(pair: string, projectId: number, atMs: number): Promise<boolean> {
    const pairs = await this.#open(projectId, toBucketStart(atMs, DAY_MS));
    const isAdmitted = pairs.has(pair) || pairs.size < sessionLimits.namesPerDay;
    if (isAdmitted) pairs.add(pair);
    return isAdmitted;
  }

  async #open(projectId: number, startsAtMs: number): Promise<Set<string>> {
    const day = `${projectId} ${startsAtMs}`;
    const known = this.#days.get(day);
    if (known) return known;
    const rows = await this.#transaction
      .selectFrom('session_days')
      .select(['release_id', 'environment_id'])
      .where('project_id', '=', projectId)
      .where('starts_at', '=', startsAtMs)
      .execute();
    const pairs = new Set(rows.map((row) => toPair(row)));
    this.#days.set(day, pairs);
    return pairs;
  }
}

export function toPair({
  release_id,
  environment_id,
}: Pick<SessionDaysTable, 'release_id' | 'environment_id'>): string {
  return `${release_id} ${environment_id}`;
}
