import { describe, expect, it } from '@jest/globals';
import { findUserHash, Person, readColumns } from '#events';
import { type ClaimedDelivery } from '#product/alerting/channels';
import { kyselyOf } from '#persistence/testing';
import { createStores } from '#product';
import { type FoundPiece, type CreatePersonEraser } from '../index.ts';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  dumpRows,
  type FreshDatabase,
  measureStored,
  onEachDatabase,
} from '#product/testing';
import { erasureLimits, type Log } from '#shared';
import { type AlertMessage } from '#product/alerting/channels/rules';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const by = { byUserId: 7, nowMs: NOON_MS };
const USERS = 20;
/**
 * Number of calls of `redact` after which the erasure is killed. The step redacts type, value and
 * place of a group's title for three events; the next call would redact the issue's title.
 */
const LAST_REDACTED = 9;
const EVENTS = 400;
/** Email of the user who sends one in twenty events. No other user's name contains this text. */
const ANN = 'user-0000@example.org';
const open: CreatePersonEraser = (name, others) => new Person(name, others);

function createSent(index: number) {
  const number = String(index % USERS).padStart(4, '0');
  const email = `user-${number}@example.org`;
  return {
    user: { id: `u${number}-${number}`, email, ip_address: `203.0.113.${index % USERS}` },
    message: `No cart for ${email}`,
    breadcrumbs: [{ message: `GET /users/u${number}-${number}?mail=${encodeURIComponent(email)}` }],
    request: { headers: { 'X-Forwarded-For': `203.0.113.${index % USERS}, 10.0.0.1` } },
  };
}

function createEvent(index: number, projectId = 1) {
  const sent = createSent(index);
  const eventId = index.toString(16).padStart(32, '0');
  const meta = { source: 'event' as const, eventId, projectId, receivedAtMs: NOON_MS + index };
  const { userName, tags } = readColumns(sent, meta);
  const userHash = findUserHash(sent, undefined);
  return createGroupedEvent({
    event: { ...meta, userName, tags },
    sent,
    groupedBy: `cart of ${sent.user.id}`,
    grouping: { value: sent.message, lookAlikes: { words: 'a', place: 'b' } },
    ...(userHash === undefined ? {} : { userHash }),
  });
}

async function fill({ stores }: FreshDatabase): Promise<void> {
  await stores.projects.ensure([
    { slug: 'app', id: 1 },
    { slug: 'web', id: 2 },
  ]);
  const events = Array.from({ length: EVENTS }, (_, index) => createEvent(index));
  const [annsId, othersId] = [events[0]!.event.eventId, events[1]!.event.eventId];
  await stores.reports.record([
    createReport(1, events, {
      attachments: [
        createAttachment(`screen of ${ANN}`, { eventId: annsId }),
        createAttachment('screen', { eventId: othersId, item: 2 }),
      ],
      feedback: [
        createFeedback({ id: '1'.repeat(32), eventId: annsId, message: 'Mine is broken.' }),
        createFeedback({ id: '2'.repeat(32), eventId: othersId, name: 'A', email: ANN }),
        createFeedback({ id: '3'.repeat(32), eventId: othersId, message: `Ask ${ANN}!` }),
        createFeedback({ id: '4'.repeat(32), eventId: othersId }),
      ],
    }),
    createReport(2, [createEvent(0, 2)]),
  ]);
  const failed = { origin: 'spool', projectId: 1, publicKey: 'abc', receivedAtMs: NOON_MS };
  const put = (reportId: number, email: string) => ({
    ...failed,
    reportId,
    reason: 'odd',
    outcomes: [],
    body: Buffer.from(`{}\n{"type":"event"}\n${JSON.stringify({ user: { email } })}`),
  });
  await stores.failedReports.put([put(1, ANN), put(2, 'user-0001@example.org')]);
}

const TO_MEMBER = { to: 'mail' as const, address: 'bob@errata.example' };

/**
 * Puts three alerts about the person's issue into the outbox: one is sent, one waits, and a relay
 * is sending one. Returns the alert that is being sent.
 */
async function alert({ stores }: FreshDatabase): Promise<ClaimedDelivery> {
  const issues = await stores.issues.list({ limit: 100 });
  const { id } = issues.find(({ value, projectId }) => value.includes(ANN) && projectId === 1)!;
  // The second alert's title has another name of the person, as if the issue's title had changed
  // since.
  for (const [index, message] of [`for ${ANN}`, `for u0000-0000`, `for ${ANN}`].entries()) {
    const title = `APP-1 new: Error: ${message}`.slice(0, 28);
    const told = createAlertMessage({ id: `alert ${index}`, title, message, issueId: id });
    await stores.deliveries.put({ destination: TO_MEMBER, message: told }, NOON_MS + index);
  }
  const claim = { nowMs: NOON_MS + 9, leaseMs: 1000, limit: 1 };
  const [sent] = await stores.deliveries.claim(claim);
  await stores.deliveries.record(sent!, { state: 'sent', answer: `Told of ${ANN}.` }, NOON_MS + 9);
  const [sending] = await stores.deliveries.claim(claim);
  return sending!;
}

function createAlertMessage({
  id,
  title,
  message,
  issueId,
}: Pick<AlertMessage, 'id' | 'title'> & { message: string; issueId: number }): AlertMessage {
  const url = 'https://errata.example';
  const issue = { id: issueId, shortId: 'APP-1', reason: 'new', url, level: 'error' as const };
  const code = { file: 'cart.js', line: 7, text: `find('${ANN}')` };
  const counts = { events: 1, users: 1, firstSeenMs: NOON_MS, lastSeenMs: NOON_MS };
  const issues = [{ ...issue, ...counts, type: 'Error', message, place: 'find (cart.js:7)', code }];
  const project = { slug: 'app', name: 'App' };
  const rest = { kind: 'issues' as const, level: 'error' as const, more: 0, url, atMs: NOON_MS };
  return { ...rest, id, title, lines: [`Of ${ANN}.`], project, issues };
}

async function stepAll({ stores }: Pick<FreshDatabase, 'stores'>, nowMs = NOON_MS) {
  let steps = 0;
  while (await stores.erasures.step(open, nowMs)) steps += 1;
  return steps;
}

async function search({ stores }: FreshDatabase, projectId?: number, value = ANN) {
  const scope = projectId === undefined ? {} : { projectId };
  const id = (await stores.erasures.search({ kind: 'email', value }, scope, by))!;
  return { id, scope, find: () => stores.erasures.find(id, scope) };
}

async function eraseAll(fresh: FreshDatabase, projectId?: number) {
  const searched = await search(fresh, projectId);
  await stepAll(fresh);
  expect(await fresh.stores.erasures.erase(searched.id, searched.scope, by)).toBe(true);
  return searched;
}

async function dump(fresh: FreshDatabase): Promise<string> {
  while (await fresh.stores.deletions.sweep(NOON_MS)) /* deletes the dropped files */ ;
  return dumpRows(fresh.database);
}

const TRACES = [ANN, encodeURIComponent(ANN), 'u0000-0000', '203.0.113.0'];

describe('ErasureStore', () => {
  onEachDatabase(({ openFresh }) => {
    it('leaves no trace of a person in a database dump, and everything of other people', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const sending = await alert(fresh);
      const before = await dump(fresh);
      for (const trace of TRACES) expect(linesWith(before, trace).length).toBeGreaterThan(0);
      const { find } = await eraseAll(fresh);
      await stepAll(fresh);
      expect(await find()).toMatchObject({
        state: 'erased',
        total: EVENTS + 1,
        counts: {
          looked: EVENTS + 1,
          events: EVENTS / USERS + 1,
          mentions: 0,
          feedback: 3,
          files: 1,
          titles: 4,
          failedReports: 1,
          alerts: 5,
        },
        endedAtMs: NOON_MS,
      });
      expect(await find()).not.toHaveProperty('name');
      // The relay loses its claim, because the text that it is sending contains the person's name.
      const ending = { state: 'sent' as const, answer: 'ok' };
      expect(await fresh.stores.deliveries.record(sending, ending, NOON_MS)).toBe(false);
      const again = { nowMs: NOON_MS + 9, leaseMs: 1000, limit: 9 };
      const left = await fresh.stores.deliveries.claim(again);
      expect(left.map(({ delivery }) => delivery)).toMatchObject(
        [1, 2].map((index) => ({
          destination: TO_MEMBER,
          message: {
            id: `alert ${index}`,
            title: expect.stringMatching(/^APP-1 new: Error: .*\[Erased\]$/),
            lines: ['Of [Erased].'],
            issues: [{ message: expect.stringContaining('[Erased]') }],
          },
        })),
      );
      const after = await dump(fresh);
      for (const trace of TRACES) expect(linesWith(after, trace)).toEqual([]);
      for (const word of ['user-0001@example.org', 'u0001-0001', '203.0.113.1', 'Ask [Erased]!']) {
        expect(linesWith(after, word).length).toBeGreaterThan(0);
      }
      expect(after.match(/\[Erased\]/g)!.length).toBeGreaterThan(EVENTS / USERS);
      expect(await fresh.stores.failedReports.list({ limit: 10 })).toHaveLength(1);
    });

    it('keeps the counts of issues, and the storage counters match the stored bytes', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const listCounts = async () =>
        (await fresh.stores.issues.list({ limit: 100 })).map((each) => [each.events, each.users]);
      const before = await listCounts();
      await eraseAll(fresh);
      await stepAll(fresh);
      expect(await listCounts()).toEqual(before);
      const { projects } = await fresh.stores.storage.getState(NOON_MS);
      for (const { projectId, bytes } of projects) {
        expect(bytes).toBe(await measureStored(fresh.database, projectId));
      }
    });

    it('updates open pages of the projects where it erases, and of no others', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      while (await fresh.stores.tags.fold());
      const readVersions = async () => [...(await fresh.stores.projectChanges.readVersions())];
      const before = await readVersions();
      await eraseAll(fresh, 2);
      expect(await readVersions()).toEqual(before);
      await stepAll(fresh);
      const [[, ofApp], [, ofWeb]] = (await readVersions()) as [[1, number], [2, number]];
      expect([ofApp, ofWeb > before[1]![1]]).toEqual([before[0]![1], true]);
    });

    it('updates open pages when it erases a title that outlived its events', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      while (await fresh.stores.tags.fold());
      const db = kyselyOf(fresh.database);
      const zoe = 'zoe@example.org';
      const titles = db.updateTable('issues').set({ value: `No cart for ${zoe}` });
      await titles.where('project_id', '=', 2).execute();
      const readVersions = async () => [...(await fresh.stores.projectChanges.readVersions())];
      const [ofApp, [, ofWeb]] = (await readVersions()) as [[1, number], [2, number]];
      const { id, scope } = await search(fresh, undefined, zoe);
      await stepAll(fresh);
      await fresh.stores.erasures.erase(id, scope, by);
      await stepAll(fresh);
      expect(await readVersions()).toEqual([ofApp, [2, ofWeb + 1]]);
    });

    it('finds the data to erase without writing anything', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const before = await dump(fresh);
      const { find, id, scope } = await search(fresh, 1);
      await stepAll(fresh);
      expect(await find()).toMatchObject({
        state: 'found',
        name: ANN,
        counts: { events: EVENTS / USERS, feedback: 3, files: 1, failedReports: 1 },
      });
      expect(await find()).not.toHaveProperty('endedAtMs');
      await fresh.stores.erasures.forget(id, scope, NOON_MS);
      expect(await find()).toMatchObject({ state: 'forgotten' });
      const after = await dump(fresh);
      expect(withoutErasures(after)).toEqual(withoutErasures(before));
    });

    it('erases in one project alone when asked for that project', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      await alert(fresh);
      const ofWeb = await eraseAll(fresh, 2);
      await stepAll(fresh);
      expect(await ofWeb.find()).toMatchObject({ state: 'erased', counts: { alerts: 0 } });
      expect(await fresh.stores.erasures.findLastErasedMs()).toBe((await ofWeb.find())?.endedAtMs);
      const { id, scope, find } = await search(fresh);
      await stepAll(fresh);
      expect(await find()).toMatchObject({ counts: { events: EVENTS / USERS } });
      expect(await readAll(fresh.stores.erasures.read(id, scope, open))).toEqual({
        events: EVENTS / USERS,
        feedback: 3,
      });
      expect(await fresh.stores.erasures.find(id, { projectId: 1 })).toBeUndefined();
      expect(await fresh.stores.erasures.erase(id, { projectId: 1 }, by)).toBe(false);
      expect(await fresh.stores.erasures.forget(id, { projectId: 1 }, NOON_MS)).toBe(false);
      expect(await readAll(fresh.stores.erasures.read(id, { projectId: 1 }, open))).toEqual({
        events: 0,
        feedback: 0,
      });
    });

    it('goes on after some steps when another relay works at the same erasure', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const { find } = await eraseAll(fresh);
      for (let step = 0; step < 4; step += 1) await fresh.stores.erasures.step(open, NOON_MS);
      const other = fresh.openAgain();
      await Promise.all([stepAll(fresh), stepAll(other)]);
      await stepAll(fresh);
      expect(await find()).toMatchObject({
        counts: { looked: EVENTS + 1, events: EVENTS / USERS + 1, feedback: 3 },
      });
      const left = await dump(fresh);
      for (const trace of TRACES) expect(linesWith(left, trace)).toEqual([]);
    });

    it('goes on after a kill within a step, once the database is opened again', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const { id, scope } = await eraseAll(fresh);
      // Feedback and names of segments come before events.
      for (let step = 0; step < 2; step += 1) await fresh.stores.erasures.step(open, NOON_MS);
      let redacted = 0;
      class Cut extends Person {
        override eraseEvent(stored: Parameters<Person['eraseEvent']>[0]) {
          const erased = super.eraseEvent(stored);
          const redact = (text: string): string => {
            redacted += 1;
            if (redacted > LAST_REDACTED) throw new Error('killed');
            return erased!.redact(text);
          };
          return erased && { ...erased, redact };
        }
      }
      const cut = fresh.stores.erasures.step((...names) => new Cut(...names), NOON_MS);
      await expect(cut).rejects.toThrow('killed');
      await fresh.database.close();
      const again = { ...fresh, ...fresh.openAgain() };
      await stepAll(again);
      expect(await again.stores.erasures.find(id, scope)).toMatchObject({
        state: 'erased',
        counts: { looked: EVENTS + 1, events: EVENTS / USERS + 1, feedback: 3 },
      });
      const left = await dump(again);
      for (const trace of TRACES) expect(linesWith(left, trace)).toEqual([]);
    });

    it('leaves a receipt in the audit log that names nobody', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const { find } = await eraseAll(fresh, 1);
      await stepAll(fresh);
      const { nameHash } = (await find())!;
      expect(nameHash).toMatch(/^[\da-f]{16}$/);
      const entries = await fresh.stores.audit.list({ what: 'person-data.', limit: 10 });
      expect(entries).toMatchObject([
        {
          what: 'person-data.erased',
          byUserId: 7,
          projectId: 1,
          target: nameHash,
          to: { events: EVENTS / USERS, feedback: 3 },
        },
        { what: 'person-data.erasing', target: nameHash },
      ]);
    });

    it('erases logs of the user by names that events told to the search', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const logOf = (userId: string): Log => {
        const attributes = { 'user.id': userId, by: 'app' };
        return { atMs: NOON_MS, level: 'info', body: `Cart of ${userId} emptied`, attributes };
      };
      const both = ['u0000-0000', 'u0001-0001'].map(logOf);
      const item = { projectId: 1, receivedAtMs: NOON_MS, item: 0, logs: both, dropped: [] };
      await fresh.stores.reports.record([createReport(3, [], { logs: [item] })]);
      const { id, scope, find } = await search(fresh, 1);
      await stepAll(fresh);
      expect(await find()).toMatchObject({ others: ['u0000-0000'], counts: { logs: 1 } });
      await fresh.stores.erasures.erase(id, scope, by);
      await stepAll(fresh);
      expect(await find()).toMatchObject({ state: 'erased', others: [], counts: { logs: 1 } });
      const left = await fresh.stores.erasures.search(
        { kind: 'id', value: 'u0000-0000' },
        scope,
        by,
      );
      await stepAll(fresh);
      expect(await fresh.stores.erasures.find(left!, scope)).toMatchObject({ counts: { logs: 0 } });
    });

    it('replaces the name of a user in an event kept only as a stub', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const bounds = { newIssues: 1000, newIssuesPerMinute: 1000, wholeEventsPerHour: 0 };
      const small = createStores(fresh.database, { clock: fresh.clock, bounds });
      await small.reports.record([createReport(3, [createEvent(EVENTS)])]);
      const id = (await fresh.stores.erasures.search(
        { kind: 'id', value: 'u0000-0000' },
        { projectId: 1 },
        by,
      ))!;
      await stepAll(fresh);
      await fresh.stores.erasures.erase(id, { projectId: 1 }, by);
      await stepAll(fresh);
      expect(await fresh.stores.erasures.find(id, { projectId: 1 })).toMatchObject({
        counts: { events: EVENTS / USERS + 1 },
      });
      const ofApp = (await dump(fresh))
        .split('\n')
        .filter((line) => !line.includes('"project_id":2'));
      expect(ofApp.filter((line) => /^events .*u0000-0000/.test(line))).toEqual([]);
    });

    it('limits the number of open searches, and forgets old ones', async () => {
      const fresh = await openFresh();
      await fill(fresh);
      const { find } = await search(fresh);
      for (let more = 1; more < erasureLimits.openSearches; more += 1) await search(fresh);
      expect((await search(fresh)).id).toBeUndefined();
      expect((await search(fresh, 1)).id).toBeDefined();
      await stepAll(fresh, NOON_MS + erasureLimits.searchKeptMs + 1);
      expect(await find()).toMatchObject({ state: 'forgotten' });
      await stepAll(fresh, NOON_MS + 3 * erasureLimits.endedKeptMs);
      expect(await fresh.stores.erasures.list({})).toEqual([]);
    });
  });
});

function linesWith(rows: string, word: string): string[] {
  return rows
    .split('\n')
    .filter((line) => line.includes(word))
    .map((line) => line.slice(0, 500))
    .slice(0, 3);
}

function withoutErasures(rows: string): string[] {
  return rows.split('\n').filter((line) => !line.startsWith('erasures '));
}

async function readAll(pieces: AsyncIterable<FoundPiece>) {
  const counts = { events: 0, feedback: 0 };
  for await (const { what, json } of pieces) {
    expect(json).toContain(what === 'event' ? ANN : '"message"');
    counts[what === 'event' ? 'events' : 'feedback'] += 1;
  }
  return counts;
}
