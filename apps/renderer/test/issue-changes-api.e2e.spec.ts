import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';

const ISSUES = '/api/0/organizations/errata/issues';
const UNKNOWN = { detail: 'There is no such issue.' };

describe('the API that changes issues', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let member: string;
  let reports = 0;
  let id: number;

  beforeAll(async () => {
    member = await makeToken(renderer, 'member', ['event:write']);
  });

  beforeEach(async () => {
    id = await addIssue();
  });

  async function addIssue(projectId = 1): Promise<number> {
    reports += 1;
    const traits = { projectId, occurredAtMs: Date.now(), receivedAtMs: Date.now() };
    const event = createGroupedEvent({
      groupedBy: `group ${reports}`,
      event: { ...traits, release: 'web@1.4.0' },
    });
    await renderer.stores.reports.record([createReport(reports, [event])]);
    const [newest] = await renderer.stores.issues.list({ limit: 1, sort: 'id' });
    return newest!.id;
  }

  const put = (path: string, body: object, token = member) =>
    callApi(renderer, 'put', path, { body, token });

  const change = (body: object, token = member) => put(`${ISSUES}/${id}/`, body, token);

  it.each([
    [
      { status: 'resolved', statusDetails: { inRelease: 'web@1.4.0' } },
      { status: 'resolved', statusDetails: { inRelease: 'web@1.4.0' } },
    ],
    [
      { status: 'ignored', statusDetails: { ignoreDuration: 30 } },
      { statusDetails: { ignoreUntil: expect.stringMatching(/^20.*Z$/) } },
    ],
    [
      { status: 'resolvedInNextRelease', statusDetails: {} },
      { status: 'resolved', statusDetails: { inNextRelease: true } },
    ],
    [
      { status: 'ignored', ignoreCount: 9, ignoreWindow: 60, statusDetails: {} },
      { substatus: 'archived_until_condition_met', statusDetails: { ignoreWindow: 60 } },
    ],
    [
      { status: 'ignored', substatus: 'archived_forever', statusDetails: null },
      { status: 'ignored', substatus: 'archived_forever', statusDetails: {} },
    ],
    [
      { status: 'ignored', substatus: 'archived_until_escalating', statusDetails: {} },
      { status: 'ignored', statusDetails: { ignoreCount: 21, ignoreWindow: 1440 } },
    ],
  ])('makes the change %j and takes it back', async (body, answer) => {
    expect((await change(body).expect(200)).body).toMatchObject(answer);
    const back = await change({ status: 'unresolved' }).expect(200);
    expect(back.body).toMatchObject({ id: String(id), status: 'unresolved' });
    const { stores } = renderer;
    const [newest] = await stores.triage.listHistory(id, { order: 'newestFirst', limit: 1 });
    expect(newest).toMatchObject({ what: 'state', byUserId: renderer.idOf('member') });
  });

  it.each([
    ['me', 'member'],
    ['Owner@Example.org', 'owner'],
    ['user:', 'admin'],
  ] as const)('assigns an issue to %s, and changes its state at once', async (name, person) => {
    const userId = String(renderer.idOf(person));
    const body = { status: 'resolved', assignedTo: name === 'user:' ? name + userId : name };
    const assignedTo = expect.objectContaining({ type: 'user', id: userId });
    expect((await change(body).expect(200)).body).toMatchObject({ status: 'resolved', assignedTo });
    const nobody = await change({ assignedTo: person === 'admin' ? null : '' }).expect(200);
    expect(nobody.body).toMatchObject({ assignedTo: null });
  });

  it.each([
    [{}, 'Say what changes: status, assignedTo, or merge of several.'],
    [{ status: 'gone' }, 'A status is one of resolved, unresolved, ignored'],
    [{ status: 'ignored', statusDetails: { ignoreDuration: 1.5 } }, 'Durations and counts are'],
    [{ status: 'ignored', ignoreDuration: 9_000_000 }, ''],
    [{ assignedTo: 'viewer@example.org' }, ''],
    [{ assignedTo: 'outsider@example.org' }, ''],
    [{ status: 'resolved', assignedTo: 'nobody@example.org' }, ''],
    [{ assignedTo: 'team:5' }, ''],
    [{ status: 'ignored', ignoreMode: 'x' }, 'Errata knows no field ignoreMode here.'],
    [{ status: 'resolved', statusDetails: { inCommit: {} } }, 'no field inCommit here.'],
    [{ status: 'resolved', statusDetails: { inUpcomingRelease: true } }, 'inUpcomingRelease'],
    [{ status: 'resolved', statusDetails: { inRelease: 'latest' } }, 'inNextRelease'],
    [{ status: 'resolved', inRelease: '' }, 'A release has 1 to 200 characters.'],
    [{ status: 'unresolved', substatus: 'regressed' }, 'A substatus is one of archived_'],
    [{ status: 'resolved', hasSeen: true }, 'no field hasSeen here. The search is:new finds'],
    [{ status: 'resolved', inbox: false }, 'no field inbox here. The search is:new finds'],
    [{ status: 'resolved', isBookmarked: true }, 'no field isBookmarked here. Assign'],
    [{ status: 'resolved', isPublic: false }, 'no field isPublic here. Only people who'],
    [{ status: 'resolved', isSubscribed: true }, 'no field isSubscribed here. Alert rules'],
    [{ status: 'resolved', priority: 'high' }, 'no field priority here. Lists can be sorted'],
    [{ discard: true }, 'no field discard here. A mute for good'],
  ])('refuses the change %j with a sentence', async (body, detail) => {
    const answer = await change(body).expect(400);
    expect(answer.body).toEqual({ detail: expect.stringContaining(detail) });
    expect(Object.values(answer.body as object)[0]).toMatch(/\.$/);
    const issue = await renderer.stores.issues.find(id);
    expect([issue?.state.status, issue?.assigneeId]).toEqual(['unresolved', undefined]);
  });

  it('refuses unknown fields of lists and comments', async () => {
    const detail = 'Errata knows no field mode here.';
    const body = { status: 'resolved', mode: 1 };
    await put(`${ISSUES}/?id=${id}`, body).expect(400, { detail });
    const note = { body: { text: 'Seen', mode: 1 }, token: member };
    await callApi(renderer, 'post', `${ISSUES}/${id}/notes/`, note).expect(400, { detail });
  });

  it.each([
    ['', { merge: 1, status: 'resolved' }, 'merge stands alone.'],
    ['', { merge: 1, assignedTo: null }, 'merge stands alone.'],
    ['&status=unresolved', { status: 'resolved' }, 'The ids alone say which issues change: leave'],
    ['&query=is:new', { merge: 1 }, 'The ids alone say which issues change: leave out query.'],
  ])('refuses to change issues at %j by %j', async (query, body, detail) => {
    const path = `${ISSUES}/?id=${id}&id=${await addIssue()}${query}`;
    const answer = await put(path, body).expect(400);
    expect(answer.body).toEqual({ detail: expect.stringContaining(detail) });
    const issue = await renderer.stores.issues.find(id);
    expect([issue?.state.status, issue?.events]).toEqual(['unresolved', 1]);
  });

  it('changes several named issues at once, and no issue without its id', async () => {
    const other = await addIssue();
    const third = await addIssue();
    const path = '/api/0/projects/errata/web/issues/';
    const { body } = await put(`${path}?id=${id}&id=${other}`, { status: 'resolved' }).expect(200);
    expect(body).toEqual({ status: 'resolved' });
    const states = await Promise.all(
      [id, other, third].map(
        async (each) => (await renderer.stores.issues.find(each))?.state.status,
      ),
    );
    expect(states).toEqual(['resolved', 'resolved', 'unresolved']);
    const none = { detail: 'Name 1 to 100 issues by their ids: ?id=1&id=2.' };
    await put(`${path}?status=resolved`, { status: 'unresolved' }).expect(400, none);
    const many = Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join('&');
    await put(`${ISSUES}/?${many}`, { status: 'resolved' }).expect(400, none);
    await put(`${ISSUES}/?id=x`, { status: 'resolved' }).expect(400);
  });

  it('writes a line for each project of the issues that it changes', async () => {
    const [same, other] = [await addIssue(), await addIssue(2)];
    const owner = await makeToken(renderer, 'owner', ['event:write']);
    const path = `${ISSUES}/?id=${id}&id=${same}&id=${other}`;
    await put(path, { status: 'resolved' }, owner).expect(200);
    const lines = await renderer.stores.audit.list({ what: 'issue.changed', limit: 2 });
    const told = lines.map(({ projectId, target }) => `${projectId}: ${target}`);
    expect(told.toSorted()).toEqual(['1: 2 issues', '2: 1 issue']);
  });

  it('merges issues', async () => {
    const other = await addIssue();
    const { body } = await put(`${ISSUES}/?id=${id}&id=${other}`, { merge: 1 }).expect(200);
    expect(body).toEqual({ merge: { parent: String(id), children: [String(other)] } });
    const found = await callApi(renderer, 'get', `${ISSUES}/${other}/`, { token: member });
    expect(found.body).toMatchObject({ id: String(id), count: '2' });
    await put(`${ISSUES}/?id=${id}`, { merge: 1 }).expect(400);
  });

  it('adds a comment', async () => {
    const path = `${ISSUES}/${id}/notes/`;
    const post = (body: object, token = member) => callApi(renderer, 'post', path, { body, token });
    const { body } = await post({ text: 'Seen *again*.' }).expect(201);
    expect(body).toMatchObject({
      data: { text: 'Seen *again*.' },
      user: { id: String(renderer.idOf('member')) },
    });
    const [line] = await renderer.stores.audit.list({ what: 'issue.changed', limit: 1 });
    expect(line).toMatchObject({ projectId: 1, to: { change: 'commented' } });
    for (const text of ['', ' ', 'x'.repeat(10_001), 7]) await post({ text }).expect(400);
  });

  it('lists a comment that is followed by a hundred changes', async () => {
    const { triage } = renderer.stores;
    const by = { byUserId: renderer.idOf('owner'), nowMs: Date.now() };
    await triage.comment({ issueId: id, body: 'The first.', ...by });
    for (let n = 0; n < 51; n += 1) {
      await triage.change({ issueIds: [id], change: { kind: 'resolve' }, ...by });
      await triage.change({ issueIds: [id], change: { kind: 'reopen' }, ...by });
    }
    const path = `${ISSUES}/${id}/notes/`;
    const { body } = await callApi(renderer, 'get', path, { token: member }).expect(200);
    expect(body).toEqual([expect.objectContaining({ data: { text: 'The first.' } })]);
  });

  it('changes no issue of a project that the token or the address does not cover', async () => {
    const hidden = await addIssue(2);
    await put(`${ISSUES}/${hidden}/`, { status: 'resolved' }).expect(404);
    await put(`${ISSUES}/?id=${hidden}`, { status: 'resolved' }).expect(404, UNKNOWN);
    for (const foreign of [hidden, 999_999]) {
      for (const path of [ISSUES, '/api/0/projects/errata/web/issues']) {
        const both = `${path}/?id=${id}&id=${foreign}`;
        for (const body of [{ status: 'resolved' }, { assignedTo: 'me' }, { merge: 1 }]) {
          await put(both, body).expect(404, UNKNOWN);
        }
      }
    }
    const ofProject = `/api/0/projects/errata/web/issues/?id=${hidden}`;
    const owner = await makeToken(renderer, 'owner', ['event:admin']);
    await put(ofProject, { status: 'resolved' }, owner).expect(404, UNKNOWN);
    const toMember = { status: 'resolved', assignedTo: 'member@example.org' };
    await put(`${ISSUES}/?id=${id}&id=${hidden}`, toMember, owner).expect(400);
    const { state, assigneeId, events } = (await renderer.stores.issues.find(id))!;
    expect([state.status, assigneeId, events]).toEqual(['unresolved', undefined, 1]);
    const path = `${ISSUES}/${hidden}/notes/`;
    await callApi(renderer, 'post', path, { body: { text: 'x' }, token: member }).expect(404);
    expect((await renderer.stores.issues.find(hidden))?.state.status).toBe('unresolved');
  });

  it('refuses changes by a viewer’s token and by a token of the organisation', async () => {
    const viewer = await makeToken(renderer, 'viewer', ['event:admin']);
    const organisation = await makeToken(renderer, 'organisation', ['event:write']);
    for (const token of [viewer, organisation]) {
      await change({ status: 'resolved' }, token).expect(403);
      await put(`${ISSUES}/?id=${id}`, { merge: 1 }, token).expect(403);
      const path = `${ISSUES}/${id}/notes/`;
      await callApi(renderer, 'post', path, { body: { text: 'x' }, token }).expect(403);
    }
    expect((await change({ assignedTo: 'me' }, organisation).expect(403)).body).toEqual({
      detail: 'A token of the organisation stands for nobody. Changes need a token of a person.',
    });
    expect(
      await renderer.stores.triage.listHistory(id, { order: 'oldestFirst', limit: 9 }),
    ).toEqual([]);
  });
});
