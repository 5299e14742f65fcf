import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { giveRole, signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { shownOf } from './support/shown.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

describe('a project beyond one of its bounds', () => {
  const renderer = hold(() => startSpecRenderer({ ERRATA_PROJECTS: 'web=1,api=2' }));
  let people: Record<'owner' | 'member' | 'stranger', Person>;

  beforeAll(async () => {
    const { stores } = renderer;
    people = await signInPeople(stores, ['owner', 'member', 'stranger']);
    await giveRole(stores, people.member, 1, 'member');
    await giveRole(stores, people.stranger, 2, 'admin');
    await stores.storage.settle(2000, () => Promise.resolve(undefined));
    const atMs = Date.now();
    const of = { projectId: 1, publicKey: 'abc', kind: 'error', atMs } as const;
    const events = [1, 2, 3].map(() => createGroupedEvent({ event: { receivedAtMs: atMs } }));
    const outcomes = [{ ...of, outcome: 'rate_limited', reason: 'key', quantity: 1234 } as const];
    const madeUp = Array.from({ length: 21 }, (_, at) =>
      createGroupedEvent({ event: { receivedAtMs: atMs, environment: `made-up-${at}` } }),
    );
    await stores.reports.record([createReport(1, [...events, ...madeUp], { outcomes })]);
  });

  async function read(path: string, { cookie }: Person): Promise<string> {
    const http = supertest(renderer.app.getHttpServer());
    const { text } = await http
      .get(path)
      .set('Cookie', cookie)
      .set('Accept', 'text/html')
      .expect(200);
    return shownOf(text).replaceAll(/<!--.*?-->/g, '');
  }

  it('shows owners its used-up storage above the list of issues and on the operation page', async () => {
    for (const path of ['/issues', '/settings/operation?_whole=1']) {
      const text = await read(path, people.owner);
      expect(text).toMatch(
        /web has used up its storage for today: \d+ bytes of 100 bytes\. Since \d{4}-\d\d-\d\d \d\d:\d\d UTC Errata counts its events without storing them/,
      );
      expect(text).toContain('set STORAGE_BUDGET_BYTES to more than 2000 (2.0 kB)');
    }
    expect(await read('/issues', people.owner)).toContain('href="/settings/operation#storage"');
    expect(await read('/issues', people.member)).not.toContain('storage');
  });

  it('shows refused rates to its readers, in one notice with those of storage', async () => {
    const text =
      'web sends more than its rate allows. Errata refused 1,234 reports in the last two minutes';
    const toOwner = await read('/issues', people.owner);
    expect(toOwner).toContain(text);
    // The same notice says that the storage is used up.
    expect(toOwner).toContain('href="/settings/operation#storage"');
    expect(toOwner).not.toContain('href="/settings/projects/web/limits"');
    const toMember = await read('/issues', people.member);
    expect(toMember).toContain(text);
    expect(toMember).not.toContain('See its rates');
    expect(toMember).toContain('href="/settings/projects/web/data#outcomes"');
    expect(await read('/issues', people.stranger)).not.toContain('sends more than its rate allows');
  });

  it('says where names ran out, to its readers above the list and on its page Data', async () => {
    const text = 'more environments than Errata tells apart (200, and 20 new ones an hour';
    const toMember = await read('/issues', people.member);
    expect(toMember).toContain(`web sends ${text}`);
    expect(toMember).toContain('href="/settings/projects/web/data#room"');
    const data = await read('/settings/projects/web/data', people.member);
    expect(data).toContain(`The project sends ${text}`);
    expect(data).toContain('always have a place');
    expect(await read('/issues', people.stranger)).not.toContain(text);
  });

  it('shows refused reports instead of a list without issues, with a link to the reasons', async () => {
    expect(await read('/issues', people.stranger)).not.toContain('refused');
    const of = { projectId: 2, publicKey: 'abc', kind: 'error', atMs: Date.now() } as const;
    await renderer.stores.outcomes.add([
      { ...of, outcome: 'invalid', reason: 'origin', quantity: 45 },
      { ...of, outcome: 'filtered', reason: 'noise', quantity: 6 },
    ]);
    const text = await read('/issues', people.stranger);
    expect(text).toContain('No errors yet. Errata refused 45 reports to api in the last 24 hours.');
    expect(text).toContain('href="/settings/projects/api/data#outcomes"');
    expect(await read('/issues?project=api', people.owner)).toContain('refused 45 reports to api');
  });

  it('the page of an event that was not stored links to the nearest stored event', async () => {
    const [issue] = await renderer.stores.issues.list({ limit: 1 });
    const shown = await renderer.stores.events.find(issue!.id);
    const beyond = shown?.newerEventId ?? shown?.olderEventId;
    const text = await read(`/issues/${issue!.id}?event=${beyond}`, people.owner);
    expect(text).toContain('Errata counted this event without storing it.');
    expect(text).toContain(`href="/issues/${issue!.id}?event=${shown?.event.eventId}"`);
    expect(await read(`/issues/${issue!.id}`, people.owner)).not.toContain('without storing it');
  });
});
