import { describe, expect, it } from '@jest/globals';
import { addPeople, onEachDatabase } from '../../../testing/index.ts';
import { eventAt, eventOf, NOON_MS, openTriagedIssues } from '../../../testing/triage.ts';
import { toSearch } from '../../../testing/to-search.ts';

const OWNER = 1;
const BY = { byUserId: OWNER, nowMs: NOON_MS };

describe('ProjectChangeStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function open() {
      const opened = await openTriagedIssues(openFresh, 3);
      const { stores } = opened;
      await addPeople(stores, ['owner']);
      /** By how much the versions of both projects grow meanwhile. */
      const countRaises = async (act: () => Promise<unknown>): Promise<number[]> => {
        const before = await stores.projectChanges.readVersions();
        await act();
        const after = await stores.projectChanges.readVersions();
        return [1, 2].map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0));
      };
      return { ...opened, countRaises };
    }

    it('has a version of each project, from its beginning on', async () => {
      const { stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 7 }]);
      expect([...(await stores.projectChanges.readVersions())]).toEqual([[7, 1]]);
    });

    it('is raised once by a batch of events, for each of its projects', async () => {
      const { countRaises, record } = await open();
      const ofWeb = eventAt(1, { event: { projectId: 2, eventId: 'e'.repeat(32) } });
      expect(await countRaises(() => record(eventOf(1, 1), eventOf(2, 2)))).toEqual([1, 0]);
      expect(await countRaises(() => record(eventOf(1, 3), ofWeb))).toEqual([1, 1]);
      expect(await countRaises(() => record(ofWeb))).toEqual([0, 0]);
    });

    it('is raised once by whatever somebody does to its issues', async () => {
      const { countRaises, stores, change } = await open();
      const { triage, merges, deletions, bulks } = stores;
      const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['a change', () => change([1, 2], { kind: 'resolve' })],
        ['an assignment', () => triage.assign({ issueIds: [1], assigneeId: OWNER, ...BY })],
        ['taking back', () => triage.undo({ historyIds: [1, 2], ...BY })],
        ['a comment', () => triage.comment({ issueId: 1, body: 'a', ...BY })],
        ['another text', () => triage.editComment({ commentId: 1, body: 'b', ...BY })],
        ['no comment', () => triage.deleteComment({ commentId: 1, ...BY })],
        ['a merge', () => merges.merge({ issueIds: [1, 2], intoId: 1, ...BY })],
        ['a deletion', () => deletions.delete(3)],
        [
          'a step of a bulk change',
          async () => {
            await bulks.ask({
              wish: { kind: 'state', change: { kind: 'muteForever' } },
              query: 'is:unresolved',
              wanted: { search: toSearch('is:unresolved') },
              total: 1,
              ...BY,
            });
            await bulks.step(NOON_MS);
          },
        ],
        [
          'a step that takes it back',
          async () => {
            await bulks.undo(1, OWNER);
            await bulks.step(NOON_MS);
          },
        ],
      ];
      const raises: (readonly [string, readonly number[]])[] = [];
      for (const [name, act] of acts) raises.push([name, await countRaises(act)]);
      expect(raises).toEqual(acts.map(([name]) => [name, [1, 0]]));
    });

    it('is not raised where nothing changes', async () => {
      const { countRaises, stores, change } = await open();
      expect(await countRaises(() => change([1], { kind: 'reopen' }))).toEqual([0, 0]);
      expect(await countRaises(() => change([99], { kind: 'resolve' }))).toEqual([0, 0]);
      expect(await countRaises(() => stores.deletions.delete(99))).toEqual([0, 0]);
    });

    it('loses no raise to another process that works on the same project', async () => {
      const { countRaises, change, openAgain } = await open();
      const others = [openAgain(), openAgain()].map(({ stores }) => stores.triage);
      const resolve = { kind: 'resolve' } as const;
      expect(
        await countRaises(() =>
          Promise.all([
            change([1], resolve),
            others[0]?.change({ issueIds: [2], change: resolve, ...BY }),
            others[1]?.change({ issueIds: [3], change: resolve, ...BY }),
          ]),
        ),
      ).toEqual([3, 0]);
    });
  });
});
