import { describe, expect, it } from '@jest/globals';
import type { TriageOutcome } from './triage.types.ts';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { ANN, BOB, openTriagedIssues } from '../../../testing/triage.ts';

onEachDatabase('TriageStore, for comments and history', ({ openFresh }) => {
  const openIssues = (count: number) => openTriagedIssues(openFresh, count);

  describe('comments', () => {
    const by = { byUserId: ANN, nowMs: NOON_MS };

    it('are in the history between the changes before and after them', async () => {
      const { change, triage, historyOf } = await openIssues(1);
      await change([1], { kind: 'resolve' });
      const added = await triage.comment({ issueId: 1, body: 'Fixed, *I think*.', ...by });
      await change([1], { kind: 'reopen' });
      const id = added.outcome === 'changed' ? added.commentId : 0;
      expect(await historyOf(1)).toMatchObject([
        { what: 'state' },
        { what: 'comment', byUserId: ANN, comment: { id, body: 'Fixed, *I think*.' } },
        { what: 'state' },
      ]);
    });

    it('have 1 to 10,000 characters, when they are written and when they are edited', async () => {
      const { triage, historyOf } = await openIssues(1);
      const refused = { outcome: 'refused', code: 'comment.length' };
      for (const body of ['', ' \n', 'x'.repeat(10_001)]) {
        expect(await triage.comment({ issueId: 1, body, ...by })).toEqual(refused);
      }
      const body = 'x'.repeat(10_000);
      const added = await triage.comment({ issueId: 1, body, ...by });
      const commentId = added.outcome === 'changed' ? added.commentId : 0;
      expect(await triage.editComment({ commentId, body: `${body}x`, ...by })).toEqual(refused);
      expect(await historyOf(1)).toMatchObject([{ comment: { body } }]);
    });

    it('can be edited and deleted by their author alone, and lose their text when deleted', async () => {
      const { triage, historyOf, db } = await openIssues(1);
      const added = await triage.comment({ issueId: 1, body: 'My password is', ...by });
      const commentId = added.outcome === 'changed' ? added.commentId : 0;
      const other = { commentId, byUserId: BOB, nowMs: NOON_MS + 1 };
      const refused = { outcome: 'refused', code: 'comment.not_author' };
      expect(await triage.editComment({ ...other, body: 'Ha.' })).toEqual(refused);
      expect(await triage.deleteComment(other)).toEqual(refused);
      const own = { commentId, byUserId: ANN, nowMs: NOON_MS + 2 };
      expect(await triage.editComment({ ...own, body: 'Oops.' })).toEqual({
        outcome: 'changed',
        commentId,
        issueId: 1,
      });
      expect(await historyOf(1)).toMatchObject([
        { atMs: NOON_MS, comment: { body: 'Oops.', editedAtMs: NOON_MS + 2 } },
      ]);
      await triage.deleteComment({ ...own, nowMs: NOON_MS + 3 });
      expect(await historyOf(1)).toMatchObject([
        { comment: { id: commentId, body: '', deletedAtMs: NOON_MS + 3 } },
      ]);
      expect(await triage.editComment({ ...own, body: 'Again.' })).toEqual({ outcome: 'notFound' });
      expect(await triage.deleteComment(own)).toEqual({ outcome: 'notFound' });
      const rows = await db.selectFrom('issue_comments').select('body').execute();
      expect(rows).toEqual([{ body: '' }]);
    });

    it('are refused for unknown issues, and unknown comments cannot be changed', async () => {
      const { triage } = await openIssues(1);
      const notFound = { outcome: 'notFound' };
      expect(await triage.comment({ issueId: 99, body: 'Hm.', ...by })).toEqual(notFound);
      expect(await triage.editComment({ commentId: 99, body: 'Hm.', ...by })).toEqual(notFound);
      expect(await triage.deleteComment({ commentId: 99, ...by })).toEqual(notFound);
    });

    it('are kept when a database would refuse their text', async () => {
      const { triage, historyOf } = await openIssues(1);
      await triage.comment({ issueId: 1, body: 'nul \u0000, half \ud800, 😀', ...by });
      expect(await historyOf(1)).toMatchObject([
        { comment: { body: 'nul \ufffd, half \ufffd, 😀' } },
      ]);
    });
  });

  describe('listHistory', () => {
    it('pages through the history of one issue in either order', async () => {
      const { triage } = await openIssues(2);
      for (let index = 0; index < 7; index += 1) {
        const nowMs = NOON_MS + index;
        await triage.comment({ issueId: 1, body: `${index}`, byUserId: ANN, nowMs });
        await triage.comment({ issueId: 2, body: 'other', byUserId: ANN, nowMs });
      }
      for (const order of ['oldestFirst', 'newestFirst'] as const) {
        const seen: string[] = [];
        let page = await triage.listHistory(1, { order, limit: 3 });
        while (page.length > 0) {
          expect(page.length).toBeLessThanOrEqual(3);
          seen.push(...page.map((entry) => (entry.what === 'comment' ? entry.comment.body : '')));
          const beyond = page.at(-1)?.id ?? 0;
          page = await triage.listHistory(1, { order, limit: 3, beyond });
        }
        const written = ['0', '1', '2', '3', '4', '5', '6'];
        expect(seen).toEqual(order === 'oldestFirst' ? written : written.toReversed());
      }
    });

    it('returns at most 100 entries, and none for an unknown issue', async () => {
      const { triage, db } = await openIssues(1);
      const rows = Array.from({ length: 101 }, () => ({
        issue_id: 1,
        at: NOON_MS,
        by_user: ANN,
        what: 'assignee' as const,
      }));
      await db.insertInto('issue_history').values(rows).execute();
      const all = { order: 'newestFirst', limit: 1000 } as const;
      expect(await triage.listHistory(1, all)).toHaveLength(100);
      expect(await triage.listHistory(99, all)).toEqual([]);
    });

    it('returns the issues of history rows and comments', async () => {
      const { triage, change } = await openIssues(2);
      const by = { byUserId: ANN, nowMs: NOON_MS };
      const changed = await change([1, 2], { kind: 'resolve' });
      const rows = changed.map((each) => (each.outcome === 'changed' ? each.historyId : 0));
      const [first = 0, second = 0] = rows;
      expect(await triage.listIssuesOf([second, first, 999])).toEqual(
        new Map([
          [first, 1],
          [second, 2],
        ]),
      );
      expect(await triage.listIssuesOf([])).toEqual(new Map());
      const added = await triage.comment({ issueId: 2, body: 'Hm.', ...by });
      const commentId = added.outcome === 'changed' ? added.commentId : 0;
      await triage.deleteComment({ commentId, ...by });
      expect(await triage.findIssueOfComment(commentId)).toBe(2);
      expect(await triage.findIssueOfComment(999)).toBeUndefined();
    });

    it('returns to whom the undoing of an entry would assign', async () => {
      const { triage, change } = await openIssues(1);
      const by = { issueIds: [1], byUserId: ANN, nowMs: NOON_MS };
      const rowOf = ([outcome]: readonly TriageOutcome[]): number =>
        outcome?.outcome === 'changed' ? outcome.historyId : 0;
      const given = rowOf(await triage.assign({ ...by, assigneeId: 7 }));
      const taken = rowOf(await triage.assign(by));
      const resolved = rowOf(await change([1], { kind: 'resolve' }));
      expect(await triage.listAssigneesBefore([given, taken, resolved, 999])).toEqual(
        new Map([[taken, 7]]),
      );
      expect(await triage.listAssigneesBefore([])).toEqual(new Map());
    });

    it('leaves no entries and comments of a removed issue', async () => {
      const { triage, change, db } = await openIssues(1);
      await change([1], { kind: 'resolve' });
      await triage.comment({ issueId: 1, body: 'Hm.', byUserId: ANN, nowMs: NOON_MS });
      await db.deleteFrom('issues').where('id', '=', 1).execute();
      expect(await db.selectFrom('issue_history').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('issue_comments').selectAll().execute()).toEqual([]);
    });
  });
});
