import { expect, it } from '@jest/globals';
import type { Kysely } from 'kysely';
import { createRandom } from '../../../../../../test/support/random.ts';
import type { Stores } from '../../../../create-stores.ts';
import type { Schema } from '#persistence/stores';
import { expectConsistent } from '../../../../testing/consistency.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../../testing/index.ts';
import { ANN } from '../../../../testing/triage.ts';

const SEEDS = [1, 2];
const ROUNDS = 30;
const WORDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const USERS = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'];
const MINUTES = 60;
const ROUNDS_PER_RECOUNT = 3;

type Pick = <T>(list: readonly T[]) => T;

class Life {
  private readonly done: number[] = [];
  private atMs = NOON_MS;
  readonly happened = new Map<string, number>();
  readonly values = new Map<string, string>();

  constructor(
    private readonly stores: Stores,
    private readonly random: () => number,
  ) {}

  readonly pick: Pick = (list) => list[Math.floor(this.random() * list.length)]!;

  async record(round: number): Promise<void> {
    const batch = Array.from({ length: 1 + Math.floor(this.random() * 6) }, () => {
      const word = this.pick(WORDS);
      const groupedBy = this.random() < 0.3 ? [`new ${word}`, word] : word;
      const occurredAtMs = NOON_MS - Math.floor(this.random() * MINUTES * 60_000);
      const value = `${word} ${occurredAtMs}`;
      return createGroupedEvent({
        groupedBy,
        grouping: { value },
        event: { occurredAtMs, release: this.pick(['1.0', '1.1', '2.0']) },
        ...(this.random() < 0.8 ? { userHash: this.pick(USERS) } : {}),
      });
    });
    for (const { event, grouping } of batch) this.values.set(event.eventId, grouping.value);
    await this.stores.reports.record([createReport(round, batch)]);
  }

  async merge(): Promise<void> {
    const ids = (await this.stores.issues.list({ limit: 100 })).map(({ id }) => id);
    const issueIds = ids.filter(() => this.random() < 0.4);
    const into = this.random() < 0.5 && issueIds.length > 0 ? { intoId: this.pick(issueIds) } : {};
    this.note('merge', await this.stores.merges.merge({ issueIds, ...into, ...this.by() }));
  }

  async unmerge(): Promise<void> {
    const issues = await this.stores.issues.list({ limit: 100 });
    const listed = await Promise.all(
      issues.map(async ({ id }) => {
        const { groups } = await this.stores.merges.listGroups(id, { limit: 100, offset: 0 });
        return { issueId: id, groups };
      }),
    );
    const several = listed.filter(({ groups }) => groups.length > 1);
    if (several.length === 0) return;
    const { issueId, groups } = this.pick(several);
    const groupIds = groups.filter(() => this.random() < 0.4).map(({ id }) => id);
    this.note('unmerge', await this.stores.merges.unmerge({ issueId, groupIds, ...this.by() }));
  }

  async undo(): Promise<void> {
    if (this.done.length === 0) return;
    const historyId = this.random() < 0.7 ? this.done.at(-1)! : this.pick(this.done);
    const [outcome] = await this.stores.triage.undo({ historyIds: [historyId], ...this.by() });
    this.note('undo', outcome!);
  }

  async delete(): Promise<void> {
    const [issue] = await this.stores.issues.list({ limit: 1 });
    if (issue && (await this.stores.deletions.delete(issue.id))) this.count('delete');
  }

  private by() {
    this.atMs += 1000;
    return { byUserId: ANN, nowMs: this.atMs };
  }

  private note(what: string, outcome: { outcome: string; historyId?: number }): void {
    if (outcome.outcome !== 'changed' || outcome.historyId === undefined) return;
    this.done.push(outcome.historyId);
    this.count(what);
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

onEachDatabase(
  'random merges, unmerges, undos and deletions between random batches',
  ({ openFresh }) => {
    it.each(SEEDS)('leave all counts equal to a recount: seed %i', async (seed) => {
      const { stores, db } = await openFresh('app');
      const random = createRandom(seed);
      const life = new Life(stores, random);
      const acts = ['merge', 'merge', 'unmerge', 'unmerge', 'undo'] as const;
      for (let round = 0; round < ROUNDS; round += 1) {
        await life.record(round);
        await life[random() < 0.06 ? 'delete' : life.pick(acts)]();
        if (round % ROUNDS_PER_RECOUNT === 0) await expectConsistent(db);
      }
      await expectConsistent(db);
      await expectBars(stores);
      await expectNewest(db, life.values);
      while (await stores.deletions.sweep());
      await expectConsistent(db);
      for (const act of acts) expect(life.happened.get(act)).toBeGreaterThan(0);
    });
  },
);

async function expectBars({ issues, counts }: Stores): Promise<void> {
  const spans = [
    { unit: 'hour', count: 2, endMs: NOON_MS },
    { unit: 'minute', count: MINUTES + 1, endMs: NOON_MS },
  ] as const;
  for (const { id, events } of await issues.list({ limit: 100 })) {
    for (const span of spans) {
      const bars = await counts.listBars({ issueIds: [id], span });
      expect(bars.get(id)?.reduce((total, bar) => total + bar, 0)).toBe(events);
    }
  }
}

async function expectNewest(
  db: Kysely<Schema>,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const events = await db
    .selectFrom('events')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'grouping_key_id')
    .select(['event_id', 'grouping_key_id', 'issue_id', 'release'])
    .orderBy('occurred_at')
    .orderBy('events.id')
    .execute();
  const keys = await db.selectFrom('grouping_keys').selectAll().execute();
  const issues = await db
    .selectFrom('issues')
    .selectAll()
    .where('merged_into', 'is', null)
    .execute();
  const told = (of: 'grouping_key_id' | 'issue_id', rows: typeof keys | typeof issues) =>
    rows.map((row) => {
      const own = events.filter((event) => event[of] === row.id);
      const { id, value, first_release, last_release } = row;
      return {
        found: { id, value, first_release, last_release },
        expected: {
          id,
          value: values.get(own.at(-1)?.event_id ?? ''),
          first_release: own[0]?.release,
          last_release: own.at(-1)?.release,
        },
      };
    });
  const all = [...told('grouping_key_id', keys), ...told('issue_id', issues)];
  expect(all.map(({ found }) => found)).toEqual(all.map(({ expected }) => expected));
}
