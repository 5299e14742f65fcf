import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { Person as Somebody } from '#events';
import { openDatabase } from '#product';
import { createFeedback, createGroupedEvent, createReport, dumpRows } from '#product/testing';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import type { Person } from '../support/peopled-renderer.ts';
import { recordSpans } from '../support/record-spans.ts';
import { shownOf } from '../support/shown.ts';

const HERE = '/settings/projects/web/data/people';
const EVERYWHERE = '/settings/person-data';
const ANN = 'ann@example.org';
const FORM = { kind: 'email', name: ` ${ANN} ` };

describe('the data of a person', () => {
  const renderer = hold(startPeopledRenderer);
  const attributes = { 'user.username': 'ann.smith' };

  beforeAll(async () => {
    let number = 0;
    // Events are stored in the order of their ids.
    const event = (projectId: number, sent: object) => {
      const eventId = `${(number += 1)}`.padStart(32, '0');
      return createGroupedEvent({ event: { projectId, eventId }, sent });
    };
    const own = event(1, { user: { email: ANN, username: 'ann.smith' }, message: 'mine' });
    const named = event(1, { message: `to ${ANN}` });
    const { eventId } = own.event;
    const receivedAtMs = Date.now();
    const log = { atMs: receivedAtMs, level: 'info' as const, body: 'paid', attributes };
    await renderer.stores.reports.record([
      createReport(1, [own, named, event(1, { message: 'of nobody' })], {
        feedback: [createFeedback({ eventId, message: 'It broke.' })],
        logs: [{ projectId: 1, receivedAtMs, item: 1, dropped: [], logs: [log] }],
      }),
      createReport(2, [event(2, { user: { id: ANN } })]),
    ]);
    await recordSpans(renderer, [{ name: `GET /users/${ANN}` }]);
  });

  const show = async (person: Person, path: string): Promise<string> =>
    shownOf((await renderer.get(person, path).expect(200)).text);

  async function work(): Promise<void> {
    const { erasures } = renderer.stores;
    while (await erasures.step((name, others) => new Somebody(name, others), Date.now()));
  }

  it('is found, exported and erased, in two steps, with a receipt', async () => {
    const { send, get, stores } = renderer;
    expect(await show('admin', HERE)).toContain('There are none.');
    await send('admin', HERE, 'search', FORM).expect(303);
    expect(await show('admin', HERE)).toMatch(/Searching: 0 of 3 events.*Forget the search/s);
    expect(await show('admin', HERE)).not.toContain('Export as JSON');
    await work();
    const found = await show('admin', HERE);
    expect(found).toContain(ANN);
    expect(found).toContain(
      '1 event of theirs, 1 other event that names them, 1 feedback, 1 log, 1 name of a request',
    );
    expect(found).toContain('? Errata deletes what up to 2 events said. You cannot');
    expect(found).toContain('Events of theirs also say ann.smith.');
    const { id = 0 } = (await stores.erasures.list({ projectId: 1 }))[0] ?? {};
    const file = await get('admin', `${HERE}/${id}/export`).expect(200);
    expect(file.headers['content-disposition']).toContain(`person-${id}.json`);
    const exported = JSON.parse(file.text) as Record<string, object[]>;
    expect(exported).toMatchObject({
      events: [{ event: { user: { email: ANN } } }, { event: { message: `to ${ANN}` } }],
      feedback: [{ message: 'It broke.' }],
      names: [{ name: `GET /users/${ANN}` }],
      logs: [{ body: 'paid', attributes }],
    });
    await get('owner', `${EVERYWHERE}/${id}/export`).expect(404);
    const sure = { search: String(id), word: 'erase' };
    await send('owner', EVERYWHERE, 'erase', sure).expect(422);
    const unsure = await send('admin', HERE, 'erase', { ...sure, word: '' }).expect(422);
    expect(shownOf(unsure.text)).toContain('Type erase to go on.');
    await send('admin', HERE, 'erase', sure).expect(303);
    await send('admin', HERE, 'forget', { search: String(id) }).expect(422);
    await work();
    const erased = await show('admin', HERE);
    expect(erased).not.toContain(ANN);
    expect(erased).toContain('Erased: 1 event of theirs');
    const issueId = (await stores.issues.list({ limit: 9 })).find(
      (each) => each.projectId === 1,
    )!.id;
    const event = `${issueId}?event=${'1'.padStart(32, '0')}`;
    expect(await show('admin', `/issues/${event}`)).toContain('This event was erased.');
    await get('admin', `${HERE}/${id}/export`).expect(404);
    const log = await show('owner', '/settings/audit');
    expect(log).toContain('erased a person’s data');
    expect(log).toContain('exported a person’s data');
    expect(log).not.toContain(ANN);
  });

  it('is found by owners in all projects, and is not shown after the search is forgotten', async () => {
    const { send, get, stores } = renderer;
    await send('owner', EVERYWHERE, 'search', { kind: 'id', name: ANN }).expect(303);
    await work();
    expect(await show('owner', EVERYWHERE)).toContain('Found: 1 event of theirs.');
    const { id = 0 } = (await stores.erasures.list({}))[0] ?? {};
    const file = await get('owner', `${EVERYWHERE}/${id}/export`).expect(200);
    expect(JSON.parse(file.text)).toMatchObject({ events: [{}], feedback: [] });
    await send('owner', EVERYWHERE, 'forget', { search: String(id) }).expect(303);
    expect(await show('owner', EVERYWHERE)).not.toContain(ANN);
    await get('owner', `${EVERYWHERE}/${id}/export`).expect(404);
  });

  it('is found by a shortened address, with a warning that it stands for several people', async () => {
    const { send, stores } = renderer;
    const sent = { user: { ip_address: '203.0.113.0' } };
    const event = createGroupedEvent({ event: { projectId: 1, eventId: 'f'.repeat(32) }, sent });
    await stores.reports.record([createReport(3, [event])]);
    const whole = { kind: 'address', name: '203.0.113.7' };
    await send('admin', HERE, 'search', whole).expect(303);
    await work();
    const alone = await show('admin', HERE);
    expect(alone).toContain('Found: nothing.');
    expect(alone).toContain('203.0.113.0 stands for this address and all that begin alike.');
    const shared = { kind: 'address', name: '203.0.113.0' };
    expect(alone).toMatch(/name="name" value="203\.0\.113\.0"/);
    await send('admin', HERE, 'search', shared).expect(303);
    await work();
    const found = await show('admin', HERE);
    expect(found).toContain('Found: 1 event of theirs.');
    expect(found).toContain(
      'Erase 203.0.113.0 from 1 event of theirs? Errata deletes what up to 1 event said. This shortened address stands for all that begin alike',
    );
    for (const { id } of await stores.erasures.list({ projectId: 1 })) {
      await stores.erasures.forget(id, { projectId: 1 }, Date.now());
    }
  });

  it('is not stored in an answer that is kept for a repeated form', async () => {
    const { cookieOf, app, stores } = renderer;
    const submit = (action: string, fields: object, status: number) =>
      supertest(app.getHttpServer())
        .post(HERE)
        .set({ Cookie: cookieOf('admin'), 'Sec-Fetch-Site': 'same-origin' })
        .set({ Action: action, 'Idempotency-Key': randomUUID() })
        .type('form')
        .send(fields)
        .expect(status);
    const name = 'carol@example.org';
    await submit('search', { kind: 'email', name }, 303);
    await submit('search', { kind: 'address', name }, 422);
    const search = (await stores.erasures.list({ projectId: 1 }))[0]?.id ?? 0;
    await submit('erase', { search, word: 'erase' }, 422);
    await submit('forget', { search }, 303);
    const database = openDatabase({ dataDir: renderer.dataDir });
    const rows = (await dumpRows(database)).split('\n');
    await database.close();
    expect(rows.filter((row) => row.startsWith('idempotency'))).toHaveLength(2);
    expect(rows.filter((row) => row.includes('carol'))).toEqual([]);
  });

  it.each([
    ['email', 'ann', 'This is not a mail address.'],
    ['address', '203.0.113.0/24', 'This is not a network address.'],
    ['id', ' ', 'This is not an id'],
    ['shoe', 'size', 'There is no such kind of name.'],
  ])('is not searched by an invalid %s: %j', async (kind, name, problem) => {
    const answer = await renderer.send('admin', HERE, 'search', { kind, name }).expect(422);
    expect(shownOf(answer.text)).toContain(problem);
  });
});
