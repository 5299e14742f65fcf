import { expect, it } from '@jest/globals';
import { createStores } from '../../../../create-stores.ts';
import { expectConsistent } from '../../../../testing/consistency.ts';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../../testing/index.ts';
import { listKeyRows } from '../../../../testing/key-rows.ts';
import { untilAnybodyWaits } from '#persistence/testing';
import { mergeInto } from '../../../../testing/merge.ts';
import { recordingLimits } from '../../../reports/store/recording-limits.ts';
import { tallyByKey } from './key-tally.ts';
import { lockProject, makeKeys } from './make-keys.ts';

/**
 * Words from which an event's keys are made. `o` has a key of version 1 alone. `n o` has the key
 * `n` by a made-up version 2 and the key `o` by version 1.
 */
type Event = string;

onEachDatabase('a second version of grouping', ({ kind, openFresh }) => {
  async function open() {
    const fresh = await openFresh('app');
    const stores = createStores(fresh.database, { clock: fresh.clock });
    const words = new Set<string>();
    let reportId = 0;
    const record = async (...events: Event[]) => {
      reportId += 1;
      const grouped = events.map((each) => {
        const groupedBy = each.split(' ');
        for (const word of groupedBy) words.add(word);
        return createGroupedEvent({ groupedBy });
      });
      const recorded = await stores.reports.record([createReport(reportId, grouped)]);
      return recorded.events;
    };
    return { ...fresh, stores, record, list: () => listKeyRows(fresh.db, words) };
  }

  it.each<[string, Event[], Event[], Record<string, number>, Record<string, string>]>([
    ['continues issues of the first version', ['o'], ['n o'], { o: 2 }, { n: 'o' }],
    [
      'remembers its key of an issue of the first version',
      ['o'],
      ['n o', 'n p'],
      { o: 3 },
      { n: 'o' },
    ],
    [
      'keeps events together that share an issue of the first version',
      ['o'],
      ['n o', 'm o'],
      { o: 3 },
      { n: 'o', m: 'o' },
    ],
    [
      'merges no issues of the first version',
      ['o', 'p'],
      ['n o', 'n p'],
      { o: 3, p: 1 },
      { n: 'o' },
    ],
    ['parts new issues that the first version would join', [], ['n o', 'm o'], { n: 1, m: 1 }, {}],
    ['decides when the keys of both versions are known', ['o'], ['n p', 'n o'], { o: 1, n: 2 }, {}],
    ['may have the same key as the first version', ['o'], ['o o'], { o: 2 }, {}],
    [
      'joins no issue of its own by a key of the first version',
      [],
      ['n o', 'm n'],
      { n: 1, m: 1 },
      {},
    ],
    [
      'joins no issue of the first version by a key that it remembers',
      ['o'],
      ['n o', 'm n'],
      { o: 2, m: 1 },
      { n: 'o' },
    ],
  ])('%s', async (_, before, after, rows, pointers) => {
    const alone = await open();
    for (const event of [...before, ...after]) await alone.record(event);
    expect(await alone.list()).toEqual({ rows, pointers });
    const together = await open();
    await together.record(...before);
    await together.record(...after);
    expect(await together.list()).toEqual({ rows, pointers });
    await expectConsistent(together.db);
  });

  it('is recorded at each event whose issue it decided', async () => {
    const { record } = await open();
    const events = [...(await record('o')), ...(await record('n o', 'n o', 'm p'))];
    expect(events.map(({ groupingVersion }) => groupingVersion)).toEqual([1, 1, 2, 2]);
  });

  it('remembers a limited number of keys per issue, and still counts events of further keys', async () => {
    const { record, list } = await open();
    const { pointersPerKey } = recordingLimits;
    await record('o');
    await record(...Array.from({ length: pointersPerKey }, (_, index) => `n${index} o`));
    await record('z o', 'z p');
    const { rows, pointers } = await list();
    expect(rows).toEqual({ o: pointersPerKey + 2, z: 1 });
    expect(Object.keys(pointers)).toHaveLength(pointersPerKey);
  });

  it('makes a new issue once the issue of the first version was deleted', async () => {
    const { db, stores, record, list } = await open();
    await record('o');
    await record('n o');
    await stores.deletions.delete(1);
    expect(await list()).toEqual({ rows: {}, pointers: {} });
    await record('n o');
    expect(await list()).toEqual({ rows: { n: 1 }, pointers: {} });
    while (await stores.deletions.sweep());
    await expectConsistent(db);
  });

  it('follows the key of the first version when issues are merged and parted', async () => {
    const { stores, record } = await open();
    const [of, into] = (await record('o', 'p')).map(({ issueId }) => issueId) as [number, number];
    await record('n o');
    const { undo } = await mergeInto(stores, { from: of, into });
    await record('n o');
    expect(await stores.issues.find(into)).toMatchObject({ events: 4 });
    await undo();
    await record('n o', 'm o');
    expect(await stores.issues.find(of)).toMatchObject({ events: 5 });
    expect(await stores.issues.find(into)).toMatchObject({ events: 1 });
  });

  if (kind === 'postgres') {
    it('remembers no key when another relay makes an issue for the key meanwhile', async () => {
      const { db, openAgain, record, list } = await open();
      await record('o');
      let recording: Promise<unknown> = Promise.resolve();
      await openAgain()
        .db.transaction()
        .execute(async (transaction) => {
          await lockProject(transaction, 1);
          recording = record('n o');
          // The recording has found only the key `o` and waits for the project's lock.
          await untilAnybodyWaits(db);
          const grouped = createGroupedEvent({ groupedBy: 'n' });
          const { key } = grouped.grouping.keys[0]!;
          await makeKeys(transaction, tallyByKey([{ grouped, key }]));
        });
      await recording;
      expect(await list()).toEqual({ rows: { n: 1, o: 1 }, pointers: {} });
      await expectConsistent(db);
    });
  }
});
