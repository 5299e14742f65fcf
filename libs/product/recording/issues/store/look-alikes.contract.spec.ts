import { expect, it } from '@jest/globals';
import { createStores } from '../../../create-stores.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { unbounded } from '../../record/store/recording-bounds.ts';

/** A group with its look-alike keys: `group words place`, where `-` stands for none. */
type Look = string;

onEachDatabase('issues that look alike', ({ openFresh }) => {
  async function open(bounds = unbounded) {
    const fresh = await openFresh('app', 'web');
    const stores = createStores(fresh.database, { bounds, clock: fresh.clock });
    let reportId = 0;
    const record = async (
      looks: readonly Look[],
      { projectId = 1, reports = stores.reports } = {},
    ) => {
      const events = looks.map((look, index) => {
        const [groupedBy = '', words = '-', place = '-'] = look.split(' ');
        const atMs = NOON_MS + (reportId * 100 + index) * 1000;
        const lookAlikes = { words: words.replace('-', ''), place: place.replace('-', '') };
        return createGroupedEvent({
          groupedBy,
          grouping: { value: groupedBy, lookAlikes },
          event: { projectId, occurredAtMs: atMs, receivedAtMs: atMs },
        });
      });
      reportId += 1;
      const recorded = await reports.record([createReport(reportId, events)]);
      return recorded.events.map(({ issueId }) => issueId);
    };
    const listed = async (issueId: number, words: string, place = '', limit = 5) => {
      const lookAlikes = { words, place };
      const found = await stores.issues.listAlike({ issueId, projectId: 1, lookAlikes, limit });
      return found.map(({ value, alike }) => [value, ...alike].join(' '));
    };
    return { ...fresh, stores, record, listed };
  }

  it('share a key in their project, those with both keys first, then the latest seen', async () => {
    const { record, listed } = await open();
    const [a] = await record(['a w p', 'b w q', 'c v p', 'd w p', 'e v q', 'f - -']);
    await record(['web w p'], { projectId: 2 });
    await record(['b x y']);
    const alike = ['d words place', 'b words', 'c place'];
    expect(await listed(a!, 'w', 'p')).toEqual(alike);
    expect(await listed(a!, 'w', 'p', 2)).toEqual(alike.slice(0, 2));
    expect(await listed(a!, 'w')).toEqual(['b words', 'd words']);
    expect(await listed(a!, '', '')).toEqual([]);
    expect(await listed(a!, 'x', 'y')).toEqual([]);
  });

  it('are listed once, as the issue that has their keys after a merge', async () => {
    const { stores, record, listed } = await open();
    const [a, b, c, d] = await record(['a w p', 'b w q', 'c w p', 'd w -']);
    await mergeInto(stores, { from: c!, into: b! });
    expect(await listed(a!, 'w', 'p')).toEqual(['c words place', 'd words']);
    await mergeInto(stores, { from: a!, into: b! });
    expect(await listed(b!, 'w', 'p')).toEqual(['d words']);
    await stores.deletions.delete(d!);
    expect(await listed(b!, 'w', 'p')).toEqual([]);
  });

  it('are searched among the latest keys, by an index', async () => {
    const { database, explain, record, listed } = await open();
    const [own] = await record(['own w p']);
    await record(Array.from({ length: 60 }, (_, index) => `g${index} w -`));
    expect(await listed(own!, 'w', '', 100)).toHaveLength(50);
    if (database.kind === 'postgres') return;
    const lookAlikes = { words: 'w', place: 'p' };
    const asked = { issueId: own!, projectId: 1, lookAlikes, limit: 5 };
    const plan = await explain((stores) => stores.issues.listAlike(asked));
    expect(plan).toContain('grouping_keys_by_alike_words');
    expect(plan).toContain('grouping_keys_by_alike_place');
    expect(plan).not.toMatch(/SCAN (?!found)|TEMP B-TREE/);
  });

  it('are never the issue that collects too many new issues', async () => {
    const { record, listed } = await open({ ...unbounded, newIssues: 1, newIssuesPerMinute: 1 });
    const [a] = await record(['a w p', 'b w p', 'c w p']);
    expect(await listed(a!, 'w', 'p')).toEqual([]);
  });
});
