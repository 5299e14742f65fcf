import { hash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { artifactLimits } from '#shared';
import { compareText, inChunks } from '#persistence/stores';
import type { GroupedEvent, MissedMap } from '#product/recording/reports';
import type { RecordingStep } from '#product/recording/steps';

interface MissRow {
  readonly project_id: number;
  readonly name: string;
  readonly cause: MissedMap['miss'];
  readonly url: string;
  readonly debug_id: string | null;
  readonly release: string | null;
  readonly dist: string | null;
  readonly events: number;
  readonly since: number;
  readonly last_at: number;
  readonly event_id: string;
}

/**
 * Counts events for each file that has no map. After a day without an event, a file's count starts
 * again from zero.
 */
export const noteMisses: RecordingStep = {
  locks: 'counters',
  async run({ transaction, events }) {
    const rows = await withoutBeyond(transaction, toRows([...events.keys()]));
    if (rows.length === 0) return;
    const isOld = sql`artifact_misses.last_at < excluded.last_at - ${sql.lit(artifactLimits.missesMs)}`;
    await inChunks(rows, (chunk) =>
      transaction
        .insertInto('artifact_misses')
        .values(chunk)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'name']).doUpdateSet({
            events: sql`case when ${isOld} then excluded.events else artifact_misses.events + excluded.events end`,
            since: sql`case when ${isOld} then excluded.since else artifact_misses.since end`,
            last_at: sql`excluded.last_at`,
            event_id: sql`excluded.event_id`,
          }),
        )
        .execute(),
    );
  },
};

async function withoutBeyond(
  transaction: Transaction<Schema>,
  rows: readonly MissRow[],
): Promise<readonly MissRow[]> {
  const kept: MissRow[] = [];
  for (const projectId of new Set(rows.map((row) => row.project_id))) {
    const own = rows.filter((row) => row.project_id === projectId);
    const { count } = await transaction
      .selectFrom('artifact_misses')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    const free = Math.max(0, artifactLimits.missesPerProject - count);
    const known = await inChunks(own, (some) =>
      transaction
        .selectFrom('artifact_misses')
        .select('name')
        .where('project_id', '=', projectId)
        .where(
          'name',
          'in',
          some.map(({ name }) => name),
        )
        .execute(),
    );
    const names = new Set(known.map(({ name }) => name));
    const fresh = own.filter(({ name }) => !names.has(name)).slice(0, free);
    kept.push(...own.filter((row) => names.has(row.name) || fresh.includes(row)));
  }
  return kept;
}

/**
 * Returns one row per file, sorted, so that two processes that write the same rows cannot deadlock.
 */
function toRows(events: readonly GroupedEvent[]): readonly MissRow[] {
  const rows = new Map<string, MissRow>();
  for (const grouped of events) {
    for (const miss of grouped.misses ?? []) {
      const row = toRow(grouped, miss);
      const key = `${row.project_id} ${row.name}`;
      const known = rows.get(key);
      rows.set(key, known ? { ...row, since: known.since, events: known.events + 1 } : row);
    }
  }
  return [...rows.values()].toSorted(
    (a, b) => a.project_id - b.project_id || compareText(a.name, b.name),
  );
}

function toRow({ event }: GroupedEvent, { url, debugId, dist, miss }: MissedMap): MissRow {
  const { projectId, release, eventId, receivedAtMs } = event;
  const told = [miss, url, debugId ?? null, release ?? null, dist ?? null];
  return {
    project_id: projectId,
    name: hash('sha256', JSON.stringify(told)).slice(0, 32),
    cause: miss,
    url: url.slice(0, artifactLimits.textLength),
    debug_id: debugId ?? null,
    release: release ?? null,
    dist: dist ?? null,
    events: 1,
    since: receivedAtMs,
    last_at: receivedAtMs,
    event_id: eventId,
  };
}
