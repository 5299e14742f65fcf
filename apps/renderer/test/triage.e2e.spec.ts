import { describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { errorCatalogue } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import type { IssueListProps } from '../src/features/triage/issue-list/issue-list.dto.ts';
import type { IssuePageProps } from '../src/features/triage/issue-pages/issues.dto.ts';
import type { HistoryPartProps } from '../src/features/triage/history/history.dto.ts';
import type { StandingProps } from '../src/features/triage/states/triage.dto.ts';
import { payloadOf } from './platform/support/read-page.ts';
import { findPart } from './support/issue-page-props.ts';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';

const messageOf = (code: keyof typeof errorCatalogue): string => errorCatalogue[code].message;

describe('triage', () => {
  const triage = hold(() => Triage.start());

  async function toldAfter(answer: supertest.Response, path: string) {
    expect(answer.status).toBe(303);
    return (await triage.open(path, { after: answer })).payload.flash;
  }

  async function listAt(path: string): Promise<IssueListProps> {
    const { payload } = await triage.open(path);
    return payload.page.segments.at(-1)?.data as IssueListProps;
  }

  async function issueAt(path: string, who?: 'vic' | 'bob'): Promise<IssuePageProps> {
    const { payload } = await triage.open(path, who ? { who } : {});
    return payload.page.segments.at(-1)?.data as IssuePageProps;
  }

  async function historyAt(path: string, who?: 'vic' | 'bob'): Promise<HistoryPartProps> {
    const part = findPart(await issueAt(path, who), 'history/issue.history.waiting.part');
    return part as HistoryPartProps;
  }

  async function standingAt(path: string, who?: 'vic' | 'bob'): Promise<StandingProps> {
    const part = findPart(await issueAt(path, who), 'states/issue.standing.part');
    return part as StandingProps;
  }

  const change = (id: number, fields: object) => triage.submit(`/issues/${id}`, 'triage', fields);
  const ids = ({ issues }: IssueListProps): number[] => issues.map(({ id }) => id);

  describe('triage of one issue', () => {
    it('takes a comment with an assignment', async () => {
      const id = await triage.add();
      const comment = 'since **1.4.2**, please look';
      const answer = await change(id, {
        change: 'assign',
        assignee: triage.people.bob.id,
        comment,
      });
      expect((await toldAfter(answer, '/issues'))?.text).toBe('1 issue assigned. Comment added.');
      const { items } = await historyAt(`/issues/${id}`);
      expect(items.map(({ what }) => what).toSorted()).toEqual(['assignee', 'comment']);
      const again = await change(id, { change: 'assign', assignee: triage.people.bob.id, comment });
      expect(await toldAfter(again, '/issues')).toEqual({
        text: 'Nothing has changed. 1 needed no change. Comment added.',
      });
    });

    it.each([
      [
        { change: 'resolveInNextRelease' },
        { kind: 'nextRelease', release: '1.4.2' },
        '1 issue resolved in the release after 1.4.2.',
      ],
      [
        { change: 'mute', amount: '1,000', unit: 'events' },
        { kind: 'events', count: 1000, baseline: 1 },
        '1 issue muted.',
      ],
      [
        { change: '', amount: '20', unit: 'usersInDay' },
        { kind: 'users', count: 20, windowMinutes: 1440 },
        '1 issue muted.',
      ],
    ])('sets the state by %j', async (fields, state, text) => {
      const id = await triage.add({ release: '1.4.2' });
      const flash = await toldAfter(await change(id, fields), `/issues/${id}`);
      expect(flash?.text).toBe(text);
      expect(await triage.stateOf(id)).toMatchObject({ ...state, byUserId: triage.people.ann.id });
    });

    it.each([
      [{ change: 'mute', amount: 'many', unit: 'users' }, 'amount', 'issue.mute_amount_invalid'],
      [{ change: 'resolveInNextRelease' }, '', 'issue.release_unknown'],
      [{ change: 'assign', assignee: '999' }, 'assignee', 'issue.assignee_unknown'],
    ] as const)('refuses %j, and says why beside the field %j', async (fields, field, code) => {
      // This project has seen no release.
      const id = await triage.add({ projectId: 2 });
      const answer = await triage.submit(`/issues/${id}`, 'triage', fields, 'eve').expect(422);
      expect(answer.text).toContain(messageOf(code).replaceAll("'", '&#x27;'));
      expect(payloadOf(answer.text).action).toMatchObject({
        errors: { [field]: [messageOf(code)] },
      });
      expect(await triage.stateOf(id)).toMatchObject({ status: 'unresolved' });
    });

    it('assigns the issue to oneself, to a person of its project, and to nobody', async () => {
      const id = await triage.add();
      const assignee = async () => (await triage.renderer.stores.issues.find(id))?.assigneeId;
      await change(id, { change: 'assignMe' }).expect(303);
      expect(await assignee()).toBe(triage.people.ann.id);
      await change(id, { change: 'assign', assignee: triage.people.bob.id }).expect(303);
      expect(await assignee()).toBe(triage.people.bob.id);
      expect((await standingAt(`/issues/${id}`)).assignee).toEqual({
        id: triage.people.bob.id,
        name: 'bob',
      });
      await change(id, { change: 'assign', assignee: 'Ada' }).expect(303);
      expect(await assignee()).toBe(triage.people.ada.id);
      const unknown = await change(id, { change: 'assign', assignee: 'bbo' }).expect(422);
      expect(unknown.text).toContain('Did you mean bob (bob@example.org)?');
      const answer = await change(id, { change: 'assignNobody' });
      expect((await toldAfter(answer, '/issues'))?.text).toBe('1 issue assigned to nobody.');
      expect(await assignee()).toBeUndefined();
    });

    it('offers people who may change issues of the project, and nothing to a viewer', async () => {
      const id = await triage.add();
      const { triage: offer } = await standingAt(`/issues/${id}`);
      expect(offer?.people.values.map(([, name]) => name)).toEqual(['ada', 'bob', 'owner']);
      expect(offer?.selfId).toBe(triage.people.ann.id);
      expect((await standingAt(`/issues/${id}`, 'vic')).triage).toBeUndefined();
      expect(await historyAt(`/issues/${id}`)).toMatchObject({ canComment: true });
      expect(await historyAt(`/issues/${id}`, 'vic')).toMatchObject({ canComment: false });
    });

    it('is undone by the form in its message', async () => {
      const id = await triage.add();
      await change(id, { change: 'mute', amount: '5', unit: 'events' });
      const flash = await toldAfter(await change(id, { change: 'resolve' }), `/issues/${id}`);
      expect(flash?.undo?.action).toBe('undo');
      const undone = await triage.submit(`/issues/${id}`, 'undo', flash?.undo?.fields ?? {});
      expect((await toldAfter(undone, `/issues/${id}`))?.text).toBe('1 issue as it was.');
      expect(await triage.stateOf(id)).toMatchObject({ kind: 'events', count: 5 });
    });
  });

  describe('triage of a list', () => {
    it('changes the selected issues, says how many, and undoes the changes together', async () => {
      const some = [await triage.add(), await triage.add(), await triage.add()];
      const fields = { change: 'resolve', issue: some };
      const answer = await triage.submit('/issues', 'triage', fields);
      const flash = await toldAfter(answer, '/issues');
      expect(flash?.text).toBe('3 issues resolved.');
      for (const id of some) expect(await triage.stateOf(id)).toMatchObject({ status: 'resolved' });
      const undone = await triage.submit('/issues', 'undo', flash?.undo?.fields ?? {});
      expect((await toldAfter(undone, '/issues'))?.text).toBe('3 issues as they were.');
      for (const id of some)
        expect(await triage.stateOf(id)).toMatchObject({ status: 'unresolved' });
    });

    it('refuses issues that the person may read but not change', async () => {
      const id = await triage.add();
      await giveRole(triage.renderer.stores, triage.people.eve, 1, 'viewer');
      const answer = await triage.submit(
        '/issues',
        'triage',
        { change: 'resolve', issue: id },
        'eve',
      );
      await triage.renderer.stores.memberships.remove(triage.people.eve.id, 1);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(messageOf('issue.forbidden'));
      expect(await triage.stateOf(id)).toMatchObject({ status: 'unresolved' });
    });

    it('asks for a selection, keeps it after a mistake, and takes at most a hundred issues', async () => {
      const none = await triage.submit('/issues', 'triage', { change: 'resolve' }).expect(422);
      expect(payloadOf(none.text).action).toMatchObject({
        errors: { issue: [messageOf('issue.none_selected')] },
      });
      const id = await triage.add();
      const wrong = { change: 'resolveInRelease', release: '', issue: id };
      const again = await triage.submit('/issues', 'triage', wrong).expect(422);
      expect(again.text).toMatch(new RegExp(`<input[^>]* checked=""[^>]* value="${id}"`));
      const many = {
        change: 'resolve',
        issue: Array.from({ length: 101 }, (_, index) => index + 1),
      };
      const refused = await triage.submit('/issues', 'triage', many).expect(422);
      expect(refused.text).toContain(messageOf('issue.too_many'));
      const odd = { change: 'resolve', issue: 'all' };
      expect((await triage.submit('/issues', 'triage', odd)).status).toBe(422);
    });

    it('leads back to the page of the list from which it was sent', async () => {
      const id = await triage.add();
      const path = '/issues?status=all&before=9999999999999-1';
      const answer = await triage.submit(path, 'triage', { change: 'resolve', issue: id });
      expect(answer.headers['location']).toBe(path);
    });
  });

  describe('the list of issues', () => {
    it('shows unresolved issues by default, and other states by the status in the address', async () => {
      const [plain, muted, resolved] = [await triage.add(), await triage.add(), await triage.add()];
      await change(muted, { change: 'muteForever' });
      await change(resolved, { change: 'resolve' });
      await change(plain, { change: 'assignMe' });
      const unresolved = await listAt('/issues');
      expect(ids(unresolved)).toContain(plain);
      expect(ids(unresolved)).not.toContain(muted);
      const row = unresolved.issues.find(({ id }) => id === plain);
      expect([row?.state, row?.assignee?.name]).toEqual([undefined, 'ann']);
      const mutedList = await listAt('/issues?status=muted');
      expect(ids(mutedList)).toContain(muted);
      expect(mutedList.issues.find(({ id }) => id === muted)?.state).toMatchObject({
        kind: 'forever',
      });
      expect(ids(await listAt('/issues?status=resolved'))).toContain(resolved);
      const all = ids(await listAt('/issues?status=all'));
      expect([plain, muted, resolved].every((id) => all.includes(id))).toBe(true);
    });

    it('has no form for a visitor who may change no issue', async () => {
      const { html } = await triage.open('/issues', { who: 'vic' });
      expect(html).not.toContain('name="issue"');
      expect(html).not.toContain('_action=triage');
    });

    it('continues on further pages of the same status', async () => {
      const some = (await triage.addMany(101)).slice(0, 100);
      await triage.submit('/issues', 'triage', { change: 'muteForever', issue: some }).expect(303);
      const first = await listAt('/issues?status=muted');
      const { name, href = '' } = first.pages?.[0] ?? {};
      expect([name, href]).toEqual([
        'Next',
        expect.stringMatching(/^\/issues\?query=is:muted&before=\d+-\d+$/),
      ]);
      expect(first.extent).toMatch(/^100 of about \d+ issues\.$/);
      const next = await listAt(href);
      expect(next.status).toBe('muted');
      const [previous] = next.pages ?? [];
      expect(previous?.name).toBe('Previous');
      expect(ids(await listAt(previous?.href ?? ''))).toEqual(ids(first));
      expect(ids(next).filter((id) => some.includes(id))).toEqual([]);
    });
  });

  describe('the history of an issue', () => {
    it('says who changed what, with old and new values and comments, newest first', async () => {
      const id = await triage.add();
      await change(id, { change: 'resolve' });
      await triage.submit(`/issues/${id}`, 'comment', { body: 'It was *me*.' }, 'bob').expect(303);
      await change(id, { change: 'assign', assignee: triage.people.bob.id });
      const { items } = await historyAt(`/issues/${id}`);
      expect(items).toMatchObject([
        { what: 'assignee', by: 'ann', to: 'bob' },
        { what: 'comment', by: 'bob', comment: { html: '<p>It was <em>me</em>.</p>\n' } },
        { what: 'state', by: 'ann', from: { status: 'unresolved' }, to: { status: 'resolved' } },
      ]);
      expect(items[1]).not.toHaveProperty('comment.body');
    });

    it('has older pages, which keep showing the same event', async () => {
      const id = await triage.add();
      const by = { issueIds: [id], byUserId: triage.people.ann.id, nowMs: Date.now() };
      for (let count = 0; count < 11; count += 1) {
        await triage.renderer.stores.triage.change({ ...by, change: { kind: 'resolve' } });
        await triage.renderer.stores.triage.change({ ...by, change: { kind: 'reopen' } });
      }
      const first = await issueAt(`/issues/${id}`);
      const newest = await historyAt(`/issues/${id}`);
      expect(newest.items).toHaveLength(20);
      const path = `/issues/${id}?event=${first.event!.eventId}&history=${newest.older}`;
      const older = await historyAt(path);
      expect(older).toMatchObject({ isOlder: true });
      expect(older.items).toHaveLength(2);
      const { html } = await triage.open(path);
      expect(html).toContain(`href="/issues/${id}?event=${first.event!.eventId}#history"`);
      expect((await triage.open(`/issues/${id}?history=x`)).status).toBe(404);
    });
  });

  describe('comments on an issue', () => {
    const comment = (id: number, body: string, who?: 'bob') =>
      triage.submit(`/issues/${id}`, 'comment', { body }, who);

    async function commentsOf(id: number, who?: 'bob') {
      const { items } = await historyAt(`/issues/${id}`, who);
      return items.flatMap((item) => (item.what === 'comment' ? [item.comment] : []));
    }

    it('are refused when they are blank', async () => {
      const id = await triage.add();
      const answer = await comment(id, '  \n ').expect(422);
      expect(answer.text).toContain(messageOf('comment.length'));
      expect(await commentsOf(id)).toEqual([]);
    });

    it('are shown with the HTML of their author escaped', async () => {
      const id = await triage.add();
      await comment(id, '<img src=x onerror=alert(1)> **bold**').expect(303);
      const { html } = await triage.open(`/issues/${id}`);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; <strong>bold</strong>');
      expect(html).not.toContain('<img');
    });

    it('are edited and deleted by their author, on the page of their issue', async () => {
      const id = await triage.add();
      const other = await triage.add();
      await comment(id, 'Frist.');
      const [written] = await commentsOf(id);
      expect(written?.body).toBe('Frist.');
      const commentId = written?.id ?? 0;
      const edit = { comment: commentId, edited: 'First.' };
      await triage.submit(`/issues/${id}`, 'edit-comment', edit, 'bob').expect(403);
      await triage.submit(`/issues/${other}`, 'edit-comment', edit).expect(404);
      await triage.submit(`/issues/${id}`, 'edit-comment', { ...edit, edited: '' }).expect(422);
      await triage.submit(`/issues/${id}`, 'edit-comment', edit).expect(303);
      expect(await commentsOf(id)).toMatchObject([{ html: '<p>First.</p>\n', body: 'First.' }]);
      expect((await commentsOf(id, 'bob'))[0]).not.toHaveProperty('body');
      const which = { comment: commentId };
      await triage.submit(`/issues/${id}`, 'delete-comment', which, 'bob').expect(403);
      await triage.submit(`/issues/${other}`, 'delete-comment', which).expect(404);
      const deleted = await triage.submit(`/issues/${id}`, 'delete-comment', which);
      expect((await toldAfter(deleted, `/issues/${id}`))?.text).toBe('Comment deleted.');
      expect(await commentsOf(id)).toEqual([{ id: commentId, html: '', isDeleted: true }]);
      await triage.submit(`/issues/${id}`, 'delete-comment', which).expect(404);
      await triage.submit(`/issues/${id}`, 'delete-comment', { comment: 'x' }).expect(422);
    });

    it('are refused from a person who may only read', async () => {
      const id = await triage.add();
      await triage.submit(`/issues/${id}`, 'comment', { body: 'Hm.' }, 'vic').expect(403);
      const { html } = await triage.open(`/issues/${id}`, { who: 'vic' });
      expect(html).not.toContain('<textarea');
    });
  });
});
