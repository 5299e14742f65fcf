import { describe, expect, it } from '@jest/globals';
import { issueLimits } from '#shared';
import type { IssueChange, IssueState } from '#shared';
import { onEachDatabase, NOON_MS } from '../../../../testing/index.ts';
import { openMerging } from '../../../../testing/merging.ts';
import { ANN } from '../../../../testing/triage.ts';

/** How an issue stands that is merged into another. */
interface Merged {
  readonly other: IssueChange;
  readonly seenMs: number;
  readonly release: string;
}

/** Too many users to be counted in one transaction. */
const MANY = 12_000;

const CHANGED = { outcome: 'changed', historyId: expect.any(Number) };

onEachDatabase('MergeStore', ({ openFresh }) => {
  const open = (...names: string[]) => openMerging(openFresh, ...names);

  describe('merge', () => {
    it('merges issues into the earliest seen one, unless the target is named', async () => {
      const { stores, idOf, issues, expectSound } = await open('b', 'a', 'c', 'd');
      const by = { byUserId: ANN, nowMs: NOON_MS };
      const ids = (...names: string[]) => names.map(idOf);
      expect(await stores.merges.merge({ issueIds: ids('a', 'b', 'a'), ...by })).toEqual({
        ...CHANGED,
        into: { id: idOf('b'), number: 1 },
      });
      const named = { issueIds: ids('c', 'd'), intoId: idOf('d') };
      expect(await stores.merges.merge({ ...named, ...by })).toMatchObject({
        into: { id: idOf('d') },
      });
      expect((await issues.list({ limit: 9 })).map(({ id }) => id)).toEqual(ids('d', 'b'));
      await expectSound();
    });

    it('leads from a merged issue to its target, over several merges', async () => {
      const { stores, idOf, issues, merge, undo } = await open('a', 'b', 'c');
      const leadsTo = async (name: string) => [
        await stores.merges.findMergedInto(idOf(name)),
        await issues.findByNumber(1, ['', 'a', 'b', 'c'].indexOf(name)),
      ];
      await merge('a', 'b');
      expect(await leadsTo('b')).toEqual([idOf('a'), idOf('a')]);
      const second = await merge('c', 'a');
      for (const name of ['a', 'b']) {
        expect(await leadsTo(name)).toEqual([idOf('c'), idOf('c')]);
        expect(await issues.find(idOf(name))).toBeUndefined();
      }
      await undo(second as { historyId: number });
      expect(await leadsTo('a')).toEqual([undefined, idOf('a')]);
      expect(await leadsTo('b')).toEqual([idOf('a'), idOf('a')]);
      expect(await issues.findByNumber(2, 1)).toBeUndefined();
    });

    it('sends later events of a merged issue to the target', async () => {
      const { record, merge, idOf, issues, expectSound } = await open('a', 'b');
      await merge('a', 'b');
      expect(await record('b', 5)).toBe(idOf('a'));
      expect(await issues.find(idOf('a'))).toMatchObject({
        events: 3,
        value: 'b',
        firstSeenMs: NOON_MS - 1000,
        lastSeenMs: NOON_MS + 5,
      });
      await expectSound();
    });

    it('counts a user of several keys once, before and after merging', async () => {
      const { record, merge, unmerge, undo, idOf, issues, expectSound } = await open('a', 'b');
      const users = async (name = 'a') => (await issues.find(idOf(name)))?.users;
      await record('a', 1, { userHash: 'ann' });
      await record('b', 1, { userHash: 'ann' });
      await record('b', 2, { userHash: 'bob' });
      const merged = await merge('a', 'b');
      expect(await users()).toBe(2);
      await record('a', 3, { userHash: 'bob' });
      expect(await users()).toBe(2);
      await record('a', 4, { userHash: 'cem' });
      expect(await users()).toBe(3);
      await record('b', 5, { userHash: 'cem' });
      expect(await users()).toBe(3);
      await expectSound();
      await undo(merged as { historyId: number });
      expect([await users(), await users('b')]).toEqual([3, 3]);
      await merge('a', 'b');
      await unmerge('a', 'b');
      expect([await users(), await users('b')]).toEqual([3, 3]);
      await expectSound();
    });

    it('recounts many users in steps, and adjusts a mute that waits for users', async () => {
      const { stores, db, record, merge, change, idOf, issues } = await open('a', 'b');
      const keys = await db.selectFrom('grouping_keys').select('id').orderBy('id').execute();
      const rows = keys.flatMap(({ id }, index) =>
        // Every second user of one key is also a user of the other.
        Array.from({ length: MANY }, (_, user) => user * (index + 1)).map((user) => ({
          grouping_key_id: id,
          user_hash: `${String.fromCharCode(97 + (user % 26))}${user}`,
        })),
      );
      for (let from = 0; from < rows.length; from += 1000) {
        const users = rows.slice(from, from + 1000);
        await db.insertInto('key_users').values(users).execute();
      }
      await db.updateTable('grouping_keys').set({ users: MANY }).execute();
      await db.updateTable('issues').set({ users: MANY }).execute();
      await change([idOf('a')], { kind: 'muteUntilUsers', count: 1000 });
      await merge('a', 'b');
      const { merges } = stores;
      expect(await merges.isRecounting(idOf('a'))).toBe(true);
      const distinct = new Set(rows.map(({ user_hash }) => user_hash)).size;
      expect((await issues.find(idOf('a')))!.users).toBeGreaterThan(distinct);
      const version = async () => (await stores.projectChanges.readVersions()).get(1);
      let steps = 0;
      for (let before = await version(); await merges.recountUsers(); before = await version()) {
        steps += 1;
        expect(await version()).toBe(before! + 1);
        for (const name of ['a', 'b']) {
          await record(name, 10 * steps, { userHash: `new ${steps}` });
          await record(name, 10 * steps + 1, { userHash: `${name} ${steps}` });
        }
      }
      expect(steps).toBeGreaterThan(1);
      expect(await merges.isRecounting(idOf('a'))).toBe(false);
      const issue = (await issues.find(idOf('a')))!;
      expect(issue.users).toBe(distinct + 3 * steps);
      const { baseline } = issue.state as Extract<IssueState, { readonly kind: 'users' }>;
      expect(issue.users - baseline).toBe(3 * steps);
      const { surplus_users } = await db
        .selectFrom('issues')
        .select('surplus_users')
        .where('id', '=', idOf('a'))
        .executeTakeFirstOrThrow();
      expect(surplus_users).toBe(2 * MANY - distinct + steps);
    });

    it('shows history and comments of both issues, and returns them when unmerging', async () => {
      const { stores, merge, unmerge, change, historyOf, idOf } = await open('a', 'b');
      const { triage } = stores;
      const act = { byUserId: ANN, nowMs: NOON_MS };
      await change([idOf('a')], { kind: 'resolve' });
      const said = await triage.comment({ issueId: idOf('b'), body: 'Twice.', ...act });
      const commentId = said.outcome === 'changed' ? said.commentId : 0;
      await merge('a', 'b');
      const of = { id: idOf('b'), number: 2 };
      const merged = [
        { what: 'state' },
        { what: 'comment', of },
        { what: 'grouping', kind: 'merge', others: [of], byUserId: ANN },
      ];
      expect(await historyOf(idOf('a'))).toMatchObject(merged);
      expect((await historyOf(idOf('a')))[0]?.of).toBeUndefined();
      expect(await triage.findIssueOfComment(commentId)).toBe(idOf('a'));
      expect(await triage.comment({ issueId: idOf('b'), body: 'No.', ...act })).toEqual({
        outcome: 'notFound',
      });
      await unmerge('a', 'b');
      expect(await triage.findIssueOfComment(commentId)).toBe(idOf('b'));
      const kinds = (await historyOf(idOf('b'))).map((entry) =>
        entry.what === 'grouping' ? entry.kind : entry.what,
      );
      expect(kinds).toEqual(['comment', 'mergedInto', 'unmergedFrom']);
    });

    it('refuses a single issue, unknown or merged issues, and issues of two projects', async () => {
      const { stores, record, merge, idOf, expectSound } = await open('a', 'b');
      const other = await record('c', 0, { event: { projectId: 2 } });
      await merge('a', 'b');
      const cases: readonly (readonly [number[], string])[] = [
        [[], 'issue.merge_one'],
        [[idOf('a'), idOf('a')], 'issue.merge_one'],
        [[idOf('a'), 999], 'issue.unknown'],
        [[idOf('a'), other], 'issue.merge_projects'],
        [[idOf('a'), idOf('b')], 'issue.regrouped'],
      ];
      for (const [issueIds, code] of cases) {
        const by = { byUserId: ANN, nowMs: NOON_MS };
        const outcome = await stores.merges.merge({ issueIds, ...by });
        expect(outcome).toEqual({ outcome: 'refused', code });
      }
      await expectSound();
    });

    it('refuses more groups than an issue may have', async () => {
      const { db, merge, idOf } = await open('a', 'b', 'c');
      const { id: _, ...row } = await db
        .selectFrom('grouping_keys')
        .selectAll()
        .where('issue_id', '=', idOf('a'))
        .executeTakeFirstOrThrow();
      const more = Array.from({ length: issueLimits.groupsPerIssue - 2 }, (_each, index) => ({
        ...row,
        key: `more ${index}`,
      }));
      await db.insertInto('grouping_keys').values(more).execute();
      expect(await merge('a', 'b')).toMatchObject({ outcome: 'changed' });
      const refused = { outcome: 'refused', code: 'issue.too_many_groups' };
      expect(await merge('a', 'c')).toEqual(refused);
      expect(await merge('c', 'a')).toEqual(refused);
    });
  });

  describe('the states of merged issues', () => {
    const LATER = 1000;
    const resolved = { status: 'resolved' } as const;
    const regressed = { status: 'unresolved', kind: 'regressed' } as const;
    const RESOLVE = { kind: 'resolve' } as const;
    const resolvesIn = (release: string) => ({ kind: 'resolveInRelease', release }) as const;
    const mutes = { kind: 'muteUntilEvents', count: 1 } as const;
    const waits = { status: 'muted', count: 1, baseline: 3 };
    it.each<[string, IssueChange, Partial<Merged>, object]>([
      ['stays resolved when the merged issue was seen earlier', RESOLVE, { seenMs: -5 }, resolved],
      ['regresses when the merged issue was seen later', RESOLVE, {}, regressed],
      [
        'stays resolved when the merged issue is resolved',
        RESOLVE,
        { other: RESOLVE, seenMs: -5 },
        resolved,
      ],
      [
        'stays resolved when the merged issue is muted',
        RESOLVE,
        { other: { kind: 'muteForever' } },
        resolved,
      ],
      [
        'stays resolved in a release when the merged issue was seen in an older one',
        resolvesIn('2.0.0'),
        { release: '1.0.0' },
        resolved,
      ],
      [
        'regresses when the merged issue was seen in the release of the resolution',
        resolvesIn('2.0.0'),
        { release: '2.0.0' },
        regressed,
      ],
      ['stays muted, and waits for as many more events', mutes, {}, waits],
    ])('the target of a merge %s', async (_, into, { other, seenMs = LATER, release }, becomes) => {
      const opened = await open('a', 'b');
      const { change, record, merge, undo, idOf, stateOf, historyOf, stores } = opened;
      const regressedIn2 = async () => {
        const about = { projectIds: [1], limit: 9 };
        return (await stores.releaseList.listRegressedIssues('2.0.0', about)).length;
      };
      await change([idOf('a')], into);
      if (other) await change([idOf('b')], other);
      await record('b', seenMs, release === undefined ? {} : { event: { release } });
      const before = [await stateOf(idOf('a')), await stateOf(idOf('b'))];
      const merged = await merge('a', 'b');
      expect(await stateOf(idOf('a'))).toMatchObject(becomes);
      expect(await regressedIn2()).toBe(release === '2.0.0' ? 1 : 0);
      await undo(merged as { historyId: number });
      expect([await stateOf(idOf('a')), await stateOf(idOf('b'))]).toEqual(before);
      expect(await regressedIn2()).toBe(0);
      const told = (await historyOf(idOf('a'))).filter(({ what }) => what === 'state');
      expect(told).toHaveLength(becomes === regressed ? 3 : 1);
    });

    it('return to the issues when they are unmerged, unless events came meanwhile', async () => {
      const { change, record, merge, unmerge, idOf, stateOf } = await open('a', 'b');
      await change([idOf('b')], { kind: 'resolve' });
      const before = await stateOf(idOf('b'));
      await merge('a', 'b');
      await unmerge('a', 'b');
      expect(await stateOf(idOf('b'))).toEqual(before);
      await merge('a', 'b');
      await record('b', 10);
      await unmerge('a', 'b');
      expect(await stateOf(idOf('b'))).toMatchObject(regressed);
    });

    it('survive the undoing of a merge when somebody changed them since', async () => {
      const { change, record, merge, undo, idOf, stateOf } = await open('a', 'b');
      await change([idOf('a')], { kind: 'resolve' });
      await record('b', LATER);
      const merged = await merge('a', 'b');
      await change([idOf('a')], { kind: 'muteForever' });
      await undo(merged as { historyId: number });
      expect(await stateOf(idOf('a'))).toMatchObject({ status: 'muted' });
    });

    it('cannot be undone to a mute that counts from before a merge', async () => {
      const { change, merge, undo, idOf, stateOf } = await open('a', 'b');
      await change([idOf('a')], { kind: 'muteUntilEvents', count: 1 });
      const [resolving] = await change([idOf('a')], { kind: 'resolve' });
      await merge('a', 'b');
      expect(await undo(resolving as { historyId: number })).toMatchObject({
        outcome: 'refused',
        code: 'issue.changed_since',
      });
      const state: IssueState | undefined = await stateOf(idOf('a'));
      expect(state?.status).toBe('resolved');
    });
  });

  describe('unmerge', () => {
    it('lists the groups of an issue, the largest first, with the issues they came from', async () => {
      const { stores, record, merge, idOf } = await open('a', 'b', 'c');
      await record('c', 9, { userHash: 'ann' });
      await merge('a', 'b', 'c');
      const list = (limit: number, offset: number) =>
        stores.merges.listGroups(idOf('a'), { limit, offset });
      const { total, groups } = await list(2, 0);
      expect(total).toBe(3);
      expect(groups).toMatchObject([
        {
          value: 'c',
          events: 2,
          users: 1,
          firstSeenMs: NOON_MS - 998,
          lastSeenMs: NOON_MS + 9,
          home: { id: idOf('c'), number: 3 },
        },
        { value: 'a', events: 1 },
      ]);
      expect(groups[1]?.home).toBeUndefined();
      expect((await list(2, 2)).groups).toMatchObject([{ value: 'b' }]);
    });

    it('returns groups to the issues that they came from, and counts both', async () => {
      const { record, merge, unmerge, idOf, issues, stores, expectSound } = await open(
        'a',
        'b',
        'c',
      );
      await merge('b', 'c');
      await merge('a', 'b');
      await record('c', 5);
      expect(await unmerge('a', 'c')).toEqual({
        ...CHANGED,
        issues: [{ id: idOf('c'), number: 3 }],
      });
      expect(await issues.find(idOf('c'))).toMatchObject({ number: 3, events: 2, value: 'c' });
      expect(await issues.find(idOf('a'))).toMatchObject({ events: 2, value: 'b' });
      expect(await stores.merges.findMergedInto(idOf('b'))).toBe(idOf('a'));
      expect(await record('c', 6)).toBe(idOf('c'));
      await expectSound();
    });

    it('makes a new issue of groups without another origin, and merges it again when undone', async () => {
      const { merge, unmerge, undo, idOf, issues, expectSound } = await open('a', 'b');
      await merge('a', 'b');
      const unmerged = await unmerge('a', 'a');
      expect(unmerged).toMatchObject({ ...CHANGED, issues: [{ number: 3 }] });
      const [made] = await issues.list({ limit: 9, before: { value: NOON_MS - 999, id: 0 } });
      expect(made).toMatchObject({ number: 3, value: 'a', state: { kind: 'new' } });
      expect(await issues.find(idOf('a'))).toMatchObject({ events: 1, value: 'b' });
      await expectSound();
      expect(await undo(unmerged as { historyId: number })).toMatchObject({ outcome: 'changed' });
      expect(await issues.findByNumber(1, 3)).toBe(idOf('a'));
      expect(await issues.list({ limit: 9 })).toMatchObject([{ number: 1, events: 2 }]);
      expect(await unmerge('a', 'a')).toMatchObject({ issues: [{ number: 3 }] });
      await expectSound();
    });

    it('refuses no group, all groups, unknown groups, and issues that are merged', async () => {
      const { stores, merge, unmerge, idOf } = await open('a', 'b', 'c');
      const refused = (code: string) => ({ outcome: 'refused', code });
      await merge('a', 'b');
      expect(await unmerge('a')).toEqual(refused('issue.unmerge_some'));
      expect(await unmerge('a', 'a', 'b')).toEqual(refused('issue.unmerge_some'));
      const by = { byUserId: ANN, nowMs: NOON_MS };
      const takeFrom = (issueId: number) =>
        stores.merges.unmerge({ issueId, groupIds: [999], ...by });
      expect(await takeFrom(idOf('a'))).toEqual(refused('issue.regrouped'));
      expect(await takeFrom(idOf('b'))).toEqual(refused('issue.regrouped'));
      expect(await takeFrom(999)).toEqual(refused('issue.unknown'));
    });
  });

  describe('undoing merges', () => {
    const SINCE = { outcome: 'refused', code: 'issue.changed_since' };

    it('undoes merges, the latest first, and can redo them', async () => {
      const { merge, undo, idOf, issues, record, expectSound } = await open('a', 'b', 'c', 'd');
      const first = (await merge('b', 'c')) as { historyId: number };
      const second = (await merge('a', 'b', 'd')) as { historyId: number };
      await record('c', 9);
      expect(await undo(first)).toMatchObject(SINCE);
      const undone = await undo(second);
      expect(undone).toMatchObject({ outcome: 'changed', issueId: idOf('a') });
      const listed = async () => (await issues.list({ limit: 9 })).map(({ id }) => id);
      expect(new Set(await listed())).toEqual(new Set(['a', 'b', 'd'].map(idOf)));
      expect(await issues.find(idOf('b'))).toMatchObject({ events: 3 });
      expect(await undo(second)).toMatchObject(SINCE);
      expect(await undo(undone as { historyId: number })).toMatchObject({ outcome: 'changed' });
      expect(await listed()).toEqual([idOf('a')]);
      await expectSound();
    });

    it.each<[string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
      ['another issue was merged into the target', ({ merge }) => merge('a', 'c')],
      ['the target was merged into another issue', ({ merge }) => merge('c', 'a')],
      ['groups were unmerged from the target', ({ unmerge }) => unmerge('a', 'b')],
    ])('is refused for a merge once %s', async (_, change) => {
      const opened = await open('a', 'b', 'c');
      const merged = (await opened.merge('a', 'b')) as { historyId: number };
      await change(opened);
      expect(await opened.undo(merged)).toMatchObject(SINCE);
      await opened.expectSound();
    });

    it.each<[string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>]>([
      ['got other groups', ({ merge }) => merge('b', 'c')],
      ['was merged elsewhere', ({ merge }) => merge('c', 'b')],
      ['was deleted', ({ stores, idOf }) => stores.deletions.delete(idOf('b'))],
    ])('is refused for an unmerge once the issue that got groups back %s', async (_, change) => {
      const opened = await open('a', 'b', 'c');
      await opened.merge('a', 'b');
      const unmerged = (await opened.unmerge('a', 'b')) as { historyId: number };
      await change(opened);
      expect(await opened.undo(unmerged)).toMatchObject(SINCE);
    });

    it('works from the history of the target only, and ends with its deletion', async () => {
      const { db, merge, undo, idOf, stores } = await open('a', 'b');
      const merged = (await merge('a', 'b')) as { historyId: number };
      const other = await db
        .selectFrom('issue_history')
        .select('id')
        .where('issue_id', '=', idOf('b'))
        .executeTakeFirstOrThrow();
      expect(await undo({ historyId: other.id })).toMatchObject({ code: 'issue.not_undoable' });
      await stores.deletions.delete(idOf('a'));
      expect(await undo(merged)).toMatchObject({ code: 'issue.unknown' });
    });
  });
});
