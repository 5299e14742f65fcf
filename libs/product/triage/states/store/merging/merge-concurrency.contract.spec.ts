import { expect, it } from '@jest/globals';
import type { Stores } from '../../../../create-stores.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../../testing/index.ts';
import { untilAnybodyWaits } from '#persistence/testing';
import { openMerging } from '../../../../testing/merging.ts';
import { ANN } from '../../../../testing/triage.ts';

const ROUNDS = 12;
const BY = { byUserId: ANN, nowMs: NOON_MS };

onEachDatabase('MergeStore, with several processes on one database', ({ kind, openFresh }) => {
  const open = (...names: string[]) => openMerging(openFresh, ...names);

  async function recordBy(process: number, { reports }: Stores, names: readonly string[]) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const events = names.map((name, index) =>
        createGroupedEvent({
          groupedBy: (round + process) % 5 === 0 ? [`${name} ${round}`, name] : name,
          userHash: `user ${(round + index) % 7}`,
        }),
      );
      await reports.record([createReport(round, events, { origin: `origin-${process}` })]);
    }
  }

  it('counts each event and user while their issue is merged and parted', async () => {
    const { stores, openAgain, idOf, issues, expectSound } = await open('a', 'b', 'c');
    const regroup = async ({ merges, triage }: Stores) => {
      const issueIds = ['a', 'b', 'c'].map(idOf);
      for (let round = 0; round < ROUNDS; round += 1) {
        const merged = await merges.merge({ issueIds, intoId: issueIds[round % 3]!, ...BY });
        if (merged.outcome === 'refused') throw new Error(merged.code);
        const { historyId } = merged;
        await triage.undo({ historyIds: [historyId], ...BY });
      }
      await merges.merge({ issueIds, ...BY });
    };
    await Promise.all([
      regroup(openAgain().stores),
      recordBy(1, stores, ['a', 'b', 'c']),
      recordBy(2, openAgain().stores, ['c', 'a', 'b']),
    ]);
    await expectSound();
    expect(await issues.find(idOf('a'))).toMatchObject({ events: 3 + 2 * 3 * ROUNDS, users: 7 });
  });

  it('counts a user once whom several processes record in groups of one issue', async () => {
    const { stores, openAgain, idOf, issues, merge, expectSound } = await open('a', 'b');
    await merge('a', 'b');
    const bring = ({ reports }: Stores, name: string, round: number) =>
      reports.record([
        createReport(
          round,
          Array.from({ length: 5 }, (_, index) =>
            createGroupedEvent({ groupedBy: name, userHash: `user ${round} ${index}` }),
          ),
          { origin: name },
        ),
      ]);
    const other = openAgain().stores;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all([bring(stores, 'a', round), bring(other, 'b', round)]);
    }
    expect(await issues.find(idOf('a'))).toMatchObject({ users: 5 * ROUNDS });
    await expectSound();
  });

  it('merges two issues once when two processes merge them into each other', async () => {
    const { stores, openAgain, idOf, issues, expectSound } = await open('a', 'b');
    const issueIds = ['a', 'b'].map(idOf);
    const outcomes = await Promise.all(
      [stores, openAgain().stores].map(({ merges }, index) =>
        merges.merge({ issueIds, intoId: issueIds[index]!, ...BY }),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'refused']);
    expect(outcomes).toContainEqual({ outcome: 'refused', code: 'issue.regrouped' });
    expect(await issues.list({ limit: 9 })).toMatchObject([{ events: 2 }]);
    await expectSound();
  });

  it.each(['a', 'b'])('deletes issue %s either before or after it is merged', async (name) => {
    const { stores, openAgain, idOf, issues, expectSound } = await open('a', 'b');
    const [merged, isDeleted] = await Promise.all([
      stores.merges.merge({ issueIds: ['a', 'b'].map(idOf), ...BY }),
      openAgain().stores.deletions.delete(idOf(name)),
    ]);
    const left = (await issues.list({ limit: 9 })).map(({ events }) => events);
    // A merged issue cannot be deleted. Deleting the issue that others were merged into deletes
    // these too.
    const ifMerged = name === 'a' ? [undefined, true, []] : [undefined, false, [2]];
    const code = merged.outcome === 'refused' ? merged.code : undefined;
    expect([code, isDeleted, left]).toEqual(code ? ['issue.unknown', true, [1]] : ifMerged);
    while (await stores.deletions.sweep());
    await expectSound();
  });

  if (kind === 'postgres') {
    it('moves all groups of an issue when others are merged into it meanwhile', async () => {
      const { db, stores, openAgain, idOf, issues, expectSound } = await open('a', 'b', 'c');
      const [a, b, c] = ['a', 'b', 'c'].map(idOf) as [number, number, number];
      const merging: Promise<unknown>[] = [];
      await openAgain()
        .db.transaction()
        .execute(async (transaction) => {
          const key = transaction.selectFrom('grouping_keys').select('id');
          await key.where('issue_id', '=', a).forUpdate().execute();
          merging.push(stores.merges.merge({ issueIds: [a, b], intoId: a, ...BY }));
          await untilAnybodyWaits(db);
          const { merges } = openAgain().stores;
          merging.push(merges.merge({ issueIds: [a, c], intoId: c, ...BY }));
          await untilAnybodyWaits(db, 2);
        });
      await Promise.all(merging);
      expect(await issues.list({ limit: 9 })).toMatchObject([{ id: c, events: 3 }]);
      await expectSound();
    });
  }
});
