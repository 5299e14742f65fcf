import { expect, it } from '@jest/globals';
import { findUserHash, Person, readColumns } from '#events';
import { type ClaimedDelivery } from '#product/alerting/channels';
import { Client } from 'pg';
import { asAdministrator, kyselyOf, untilAnybodyWaits } from '#persistence/testing';
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
  NOON_MS,
} from '#product/testing';
import { expectConsistent } from '../../../testing/consistency.ts';
import { erasureLimits, type Log, type PersonName } from '#shared';
import { type AlertMessage } from '#product/alerting/channels/rules';

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
    event: { ...meta, userName, tags, digest: index === 0 ? ANN : undefined },
    sent,
    groupedBy: `cart of ${sent.user.id}`,
    grouping: { value: sent.message, lookAlikes: { words: 'a', place: 'b' } },
    ...(userHash === undefined ? {} : { userHash }),
  });
}

async function fill(fresh: FreshDatabase): Promise<FreshDatabase> {
  const { stores } = fresh;
  const events = Array.from({ length: EVENTS }, (_, index) => createEvent(index));
  const [annsId, othersId] = [events[0]!.event.eventId, events[1]!.event.eventId];
  await stores.reports.record([
    createReport(1, events, {
      attachments: [
        createAttachment(`screen of ${ANN}`, { eventId: annsId, name: `${ANN}.png` }),
        createAttachment('screen', { eventId: othersId, item: 2 }),
        createAttachment('log', { eventId: othersId, item: 3, name: `${ANN}.log` }),
        createAttachment('screen of what is broken', { eventId: '1'.repeat(32), item: 4 }),
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
  return fresh;
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

async function stepTo(phase: string, { stores, db }: FreshDatabase) {
  const erasures = db.selectFrom('erasures').select('phase');
  while ((await erasures.executeTakeFirst())?.phase !== phase) {
    await stores.erasures.step(open, NOON_MS);
  }
}

async function search(
  { stores }: FreshDatabase,
  projectId?: number,
  name: PersonName = { kind: 'email', value: ANN },
) {
  const scope = projectId === undefined ? {} : { projectId };
  const id = (await stores.erasures.search(name, scope, by))!;
  return { id, scope, find: () => stores.erasures.find(id, scope) };
}

/** Searches, and begins to erase what is found. */
async function beginErasing(...searching: Parameters<typeof search>) {
  const [fresh] = searching;
  const searched = await search(...searching);
  await stepAll(fresh);
  const found = (await searched.find())!.counts;
  expect(await fresh.stores.erasures.erase(searched.id, searched.scope, by)).toBe(true);
  return { ...searched, found };
}

async function eraseAll(...searching: Parameters<typeof search>) {
  const erasing = await beginErasing(...searching);
  await stepAll(searching[0]);
  return erasing;
}

async function dump(fresh: FreshDatabase): Promise<string> {
  while (await fresh.stores.deletions.sweep(NOON_MS)) /* deletes the dropped files */ ;
  return dumpRows(fresh.database);
}

const TRACES = [ANN, encodeURIComponent(ANN), 'u0000-0000', '203.0.113.0'];

onEachDatabase('ErasureStore', ({ kind, openFresh }) => {
  it('leaves no trace of a person in a database dump, and everything of other people', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const sending = await alert(fresh);
    const before = await dump(fresh);
    for (const trace of TRACES) expect(linesWith(before, trace).length).toBeGreaterThan(0);
    const { find } = await eraseAll(fresh);
    expect(await find()).toMatchObject({
      state: 'erased',
      total: EVENTS + 1,
      counts: {
        looked: EVENTS + 1,
        events: EVENTS / USERS + 1,
        mentions: 0,
        feedback: 3,
        files: 3,
        titles: 4,
        failedReports: 1,
        alerts: 5,
      },
      endedAtMs: NOON_MS,
    });
    expect((await find())?.name).toBeUndefined();
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
    const events = fresh.db.selectFrom('events').where('not_kept', '=', 'erased');
    const erased = await events.select(({ fn }) => fn.countAll<number>().as('n')).execute();
    expect(erased).toEqual([{ n: EVENTS / USERS + 1 }]);
    const issues = await fresh.stores.issues.list({ limit: 100 });
    const issue = issues.find(({ value }) => value.includes('[Erased]'));
    const [newest] = await fresh.stores.eventLists.list(issue!.id, { limit: 1 });
    expect(newest).toMatchObject({ notKept: 'erased', payload: undefined });
    expect(await fresh.stores.failedReports.list({ limit: 10 })).toHaveLength(1);
  });

  it('keeps the counts of issues, and the storage counters match the stored bytes', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const listCounts = async () =>
      (await fresh.stores.issues.list({ limit: 100 })).map((each) => [each.events, each.users]);
    const before = await listCounts();
    await eraseAll(fresh);
    expect(await listCounts()).toEqual(before);
    const { projects } = await fresh.stores.storage.getState(NOON_MS);
    for (const { projectId, bytes } of projects) {
      expect(bytes).toBe(await measureStored(fresh.database, projectId));
    }
  });

  it('updates open pages of the projects where it erases, and of no others', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    while (await fresh.stores.tags.fold());
    const readVersions = async () => [...(await fresh.stores.projectChanges.readVersions())];
    const before = await readVersions();
    await beginErasing(fresh, 2);
    expect(await readVersions()).toEqual(before);
    await stepAll(fresh);
    const [[, ofApp], [, ofWeb]] = (await readVersions()) as [[1, number], [2, number]];
    expect([ofApp, ofWeb > before[1]![1]]).toEqual([before[0]![1], true]);
  });

  it('updates open pages when it erases a title that outlived its events', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    while (await fresh.stores.tags.fold());
    const { db } = fresh;
    const zoe = 'zoe@example.org';
    const titles = db.updateTable('issues').set({ value: `No cart for ${zoe}` });
    await titles.where('project_id', '=', 2).execute();
    const readVersions = async () => [...(await fresh.stores.projectChanges.readVersions())];
    const [ofApp, [, ofWeb]] = (await readVersions()) as [[1, number], [2, number]];
    await eraseAll(fresh, undefined, { kind: 'email', value: zoe });
    expect(await readVersions()).toEqual([ofApp, [2, ofWeb + 1]]);
  });

  it('finds the data to erase without writing anything', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const before = await dump(fresh);
    const { find, id, scope } = await search(fresh, 1);
    await stepAll(fresh);
    expect(await find()).toMatchObject({
      state: 'found',
      name: ANN,
      counts: { events: EVENTS / USERS, feedback: 3, files: 3, failedReports: 1 },
    });
    expect((await find())?.endedAtMs).toBeUndefined();
    await fresh.stores.erasures.forget(id, scope, NOON_MS);
    expect(await find()).toMatchObject({ state: 'forgotten' });
    const after = await dump(fresh);
    expect(withoutErasures(after)).toEqual(withoutErasures(before));
  });

  it('finds as many values of tags as it erases, also those of other names of the person', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const tags = new Map([ANN, 'u0000-0000', 'eu'].map((value, at) => [`tag ${at}`, value]));
    const events = [EVENTS, EVENTS + USERS].map((index) => createEvent(index));
    const grouped = events.map(({ event, ...rest }, at) => ({
      ...rest,
      groupedBy: `tagged ${at}`,
      event: { ...event, tags },
    }));
    await fresh.stores.reports.record([createReport(3, grouped)]);
    while (await fresh.stores.tags.fold());
    const { find, found } = await eraseAll(fresh, 1);
    expect(found).toMatchObject({ tags: 4, files: 3 });
    const { tags: erased, files } = (await find())!.counts;
    expect({ tags: erased, files }).toEqual({ tags: found.tags, files: found.files });
  });

  it('erases in one project alone when asked for that project', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    await alert(fresh);
    const ofWeb = await eraseAll(fresh, 2);
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

  it('ends when the person sends events meanwhile, and counts the person once', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { stores, db } = fresh;
    const list = await stores.issues.list({ limit: 100 });
    const [ann, bob] = ['0000', '0001'].map((name) =>
      list.find(({ value, projectId }) => value.includes(`user-${name}`) && projectId === 1),
    );
    const issueIds = [ann!.id, bob!.id];
    await stores.merges.merge({ issueIds, intoId: ann!.id, ...by });
    const definition = JSON.stringify({});
    const rule = { project_id: 1, name: 'many', is_enabled: 0, definition };
    await db.insertInto('alert_rules').values(rule).execute();
    const noteAlertUser = async () => {
      const users = db.selectFrom('key_users').where('grouping_key_id', '=', 1);
      const known = await users.select('user_hash').distinct().execute();
      const rows = known.map((each) => ({ ...each, rule_id: 1, issue_id: 1, seen_at: NOON_MS }));
      const noted = db.insertInto('alert_users').values(rows);
      await noted.onConflict((conflict) => conflict.doNothing()).execute();
    };
    await noteAlertUser();
    const { find } = await beginErasing(fresh, 1, { kind: 'id', value: 'u0000-0000' });
    await stepTo('keys', fresh);
    const again = createEvent(EVENTS);
    const ofBob = createEvent(2 * EVENTS);
    const { grouping } = createEvent(1);
    await stores.reports.record([createReport(3, [again, { ...ofBob, grouping }])]);
    await noteAlertUser();
    await stepAll(fresh);
    expect(await find()).toMatchObject({ state: 'erased' });
    expect(await stores.issues.find(ann!.id)).toMatchObject({ users: 2 });
    const left = await db.selectFrom('alert_users').select('user_hash').execute();
    expect(left).toHaveLength(1);
    await expectConsistent(db);
  });

  if (kind === 'postgres') {
    it('waits for what another process was writing when it began', async () => {
      const fresh = await fill(await openFresh('app', 'web'));
      const [db, other] = [fresh.db, fresh.openAgain().db];
      const find = await other.transaction().execute(async (writing) => {
        const name = { project_id: 1, segment_id: 0, kind: 'request', name: `/${ANN}` } as const;
        await writing
          .insertInto('span_names')
          .values({ ...name, is_address: 0 })
          .execute();
        const searched = await beginErasing(fresh);
        // The erasure began in the same millisecond.
        const start = writing.selectNoFrom(({ fn }) => fn<Date>('now').as('at'));
        const { at } = await start.executeTakeFirstOrThrow();
        const last_id = Math.floor(new Date(at).getTime());
        await db.updateTable('erasures').set({ last_id }).execute();
        await stepAll(fresh);
        return searched.find;
      });
      await stepAll(fresh);
      expect(await find()).toMatchObject({ state: 'erased', counts: { span_names: 1 } });
    });

    it('waits for an alert of another process that tells a title from before its erasure', async () => {
      const fresh = await fill(await openFresh('app', 'web'));
      const { find } = await beginErasing(fresh);
      await stepTo('events', fresh);
      const { database, stores } = fresh.openAgain();
      const told = { id: 'alert', title: `Error: for ${ANN}`, message: `for ${ANN}`, issueId: 1 };
      const delivery = { destination: TO_MEMBER, message: createAlertMessage(told) };
      await kyselyOf(database)
        .transaction()
        .execute(async (writing) => {
          await stores.deliveries.prepare(delivery, NOON_MS)(writing);
          await stepAll(fresh);
        });
      await stepAll(fresh);
      expect(await find()).toMatchObject({ state: 'erased' });
      expect(linesWith(await dump(fresh), ANN)).toEqual([]);
    });

    it('waits for no transaction of another role', async () => {
      const fresh = await fill(await openFresh('app', 'web'));
      const url = new URL(fresh.config.databaseUrl!);
      url.username = url.pathname.slice(1);
      url.password = 'secret';
      await asAdministrator((client) =>
        client.query(`create role ${url.username} login password 'secret'`),
      );
      const others = new Client({ connectionString: url.href });
      try {
        await others.connect();
        await others.query('begin; select pg_current_xact_id()');
        const { find } = await eraseAll(fresh);
        expect(await find()).toMatchObject({ state: 'erased' });
      } finally {
        await others.end();
        await asAdministrator((client) => client.query(`drop role ${url.username}`));
      }
    });

    it('locks issues in the order of their ids, whichever name of the person they count', async () => {
      const fresh = await fill(await openFresh('app', 'web'));
      const { db } = fresh;
      await beginErasing(fresh);
      await stepTo('keys', fresh);
      // The person's names are looked for as an id first, then as an address.
      const seen = [{ email: ANN }, { id: ANN }].map((user, index) => ({
        ...createEvent(EVENTS + index),
        grouping: createEvent(index + 1).grouping,
        userHash: findUserHash({ user }, undefined)!,
      }));
      await fresh.stores.reports.record([createReport(3, seen)]);
      const keys = db.selectFrom('grouping_keys').select('issue_id').where('users', '=', 2);
      const [low, high] = (await keys.orderBy('issue_id').execute()).map((key) => key.issue_id!);
      const { steps, free } = await db.transaction().execute(async (other) => {
        const lock = (id: number) => other.selectFrom('issues').select('id').where('id', '=', id);
        await lock(low!).forUpdate().execute();
        const waiting = stepAll(fresh);
        await untilAnybodyWaits(db);
        return { steps: waiting, free: await lock(high!).forUpdate().skipLocked().execute() };
      });
      await steps;
      expect(free).toEqual([{ id: high }]);
    });
  }

  it('goes on after some steps when another relay works at the same erasure', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { find } = await beginErasing(fresh);
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
    const fresh = await fill(await openFresh('app', 'web'));
    const { id, scope } = await beginErasing(fresh);
    // Feedback and names of segments come before events.
    for (let step = 0; step < 2; step += 1) await fresh.stores.erasures.step(open, NOON_MS);
    let redacted = 0;
    class Cut extends Person {
      override findInEvent(stored: Parameters<Person['findInEvent']>[0]) {
        const found = super.findInEvent(stored);
        const redact = (text: string): string => {
          redacted += 1;
          if (redacted > LAST_REDACTED) throw new Error('killed');
          return found!.redact(text);
        };
        return found && { ...found, redact };
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
    const fresh = await fill(await openFresh('app', 'web'));
    const { find } = await eraseAll(fresh, 1);
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
    const fresh = await fill(await openFresh('app', 'web'));
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
    const left = await fresh.stores.erasures.search({ kind: 'id', value: 'u0000-0000' }, scope, by);
    await stepAll(fresh);
    expect(await fresh.stores.erasures.find(left!, scope)).toMatchObject({ counts: { logs: 0 } });
  });

  it('erases the user, digest and request id of an event kept only as a stub', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const bounds = { newIssues: 1000, newIssuesPerMinute: 1000, wholeEventsPerHour: 0 };
    const small = createStores(fresh.database, { clock: fresh.clock, bounds });
    const [first, firstOfOther] = [createEvent(EVENTS), createEvent(EVENTS + 1)];
    // The payload of an issue's first event is kept.
    const stub = (index: number, names: { digest: string; requestId: string }) => {
      const { event, ...rest } = createEvent(index);
      return { ...rest, event: { ...event, ...names } };
    };
    const requestId = 'of u0000-0000';
    const own = stub(EVENTS + USERS, { digest: 'u0000-0000', requestId });
    const other = stub(EVENTS + USERS + 1, { digest: '2748', requestId });
    await small.reports.record([createReport(3, [first, firstOfOther, own, other])]);
    const { find } = await eraseAll(fresh, 1, { kind: 'id', value: 'u0000-0000' });
    expect(await find()).toMatchObject({
      counts: { events: EVENTS / USERS + 2 },
    });
    const ofApp = (await dump(fresh))
      .split('\n')
      .filter((line) => !line.includes('"project_id":2'));
    expect(ofApp.filter((line) => /^event(?:s|_names) .*u0000-0000/.test(line))).toEqual([]);
    expect(ofApp.filter((line) => /^events .*"digest":"2748"/.test(line))).toHaveLength(1);
  });

  it('clears the number of a user whose event lost its payload when another person was erased', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { userHash } = createEvent(0);
    const sent = { ...createSent(0), extra: { to: 'user-0001@example.org' } };
    const both = createGroupedEvent({ event: { projectId: 1 }, sent, userHash });
    await fresh.stores.reports.record([createReport(3, [both])]);
    await eraseAll(fresh, 1, { kind: 'email', value: 'user-0001@example.org' });
    await eraseAll(fresh, 1, { kind: 'id', value: 'u0000-0000' });
    const numbers = fresh.db.selectFrom('events').select('user_number').distinct();
    const left = numbers.where('project_id', '=', 1).where('user_number', 'is not', null);
    expect(await left.execute()).toHaveLength(USERS - 2);
  });

  it('limits the number of open searches, and forgets old ones', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
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
