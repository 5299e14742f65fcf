import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readStoredEvent } from '#events';
import { createStores, openDatabase, privacySettings } from '#persistence';
import type { Database, Stores } from '#persistence';
import { createTestDatabase, findIssuesOfEvents, listTableRows } from '#persistence/testing';
import { pageDataHeaders } from '#shared';
import { innocents } from './fixtures/privacy/innocents.ts';
import { secretCases } from './fixtures/privacy/secrets.ts';
import type { SecretCase } from './fixtures/privacy/secrets.ts';
import { eventually } from './support/eventually.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

const KEY = 'a1b2c3';
const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };
const OWN_RULES = { hidesMail: true, hidesIban: true, secretNames: ['customer number'] };

const toId = () => randomUUID().replaceAll('-', '');

interface Page {
  readonly of: string;
  readonly text: string;
}

it('has 80 secrets and 80 innocents', () => {
  expect(secretCases.length).toBeGreaterThanOrEqual(80);
  expect(innocents.length).toBeGreaterThanOrEqual(80);
});

describe.each(['sqlite', 'postgres'] as const)('what reports bring, on %s', (kind) => {
  let errata: StartedErrata;
  let database: Database;
  let stores: Stores;
  let cookie: string;
  let remove: () => Promise<void>;
  let dataDir: string;
  let issues: ReadonlyMap<string, number>;
  const sent = secretCases.map((each) => ({ ...each, eventId: toId() }));
  const harmless = innocents.map(([what, event]) => ({ what, event, eventId: toId() }));

  beforeAll(async () => {
    const made = await createTestDatabase(kind);
    ({ remove } = made);
    const { databaseUrl } = made.config;
    errata = await startErrata({
      ERRATA_OWNER_EMAIL: OWNER.email,
      ERRATA_OWNER_PASSWORD: OWNER.password,
      ERRATA_PROJECTS: `app=1:${KEY},web=2:b${KEY}`,
      LOG_LEVEL: 'debug',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    });
    ({ dataDir } = errata);
    database = openDatabase({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    stores = createStores(database);
    await stores.settings.patch(privacySettings, { projectId: 1, patch: OWN_RULES, nowMs: 1 });
    cookie = await signIn();
    // Rules count within two seconds: an event from which they took something says that they do.
    await eventually('the rules of the project', async () => {
      const eventId = toId();
      await send(1, eventId, [
        [{ type: 'event' }, toEvent(eventId, { user: { email: 'a@b.cd' } })],
      ]);
      await untilStored([eventId]);
      return (await readJson(eventId)).includes('[Filtered]');
    });
    for (const { eventId, event, items = [] } of sent) {
      await send(1, eventId, event ? [[{ type: 'event' }, toEvent(eventId, event)]] : items);
    }
    for (const { eventId, event } of harmless) {
      await send(2, eventId, [[{ type: 'event' }, JSON.stringify(event)]]);
    }
    const events = sent.filter(({ event }) => event !== undefined);
    await untilStored([...events, ...harmless].map(({ eventId }) => eventId));
    await eventually('what failed', async () => {
      const { failed_reports: failed } = await listTableRows(database);
      return failed?.length === 1;
    });
  }, 120_000);

  afterAll(async () => {
    await database.close();
    await errata.end();
    await remove();
  });

  async function signIn(): Promise<string> {
    const { headers } = await fetch(`${errata.url}/sign-in?_action=sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: errata.url },
      body: new URLSearchParams(OWNER),
    });
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  async function send(
    projectId: number,
    eventId: string,
    items: readonly (readonly [object, string])[],
  ): Promise<void> {
    const key = projectId === 1 ? KEY : `b${KEY}`;
    const lines = items.map(
      ([header, payload]) =>
        `${JSON.stringify({ ...header, length: Buffer.byteLength(payload) })}\n${payload}\n`,
    );
    const body = `${JSON.stringify({ event_id: eventId })}\n${lines.join('')}`;
    const url = `${errata.relayUrl}/api/${projectId}/envelope/?sentry_key=${key}`;
    const { status } = await fetch(url, { method: 'POST', body });
    expect(status).toBe(200);
  }

  /** Each is an issue of its own: with a type and a logger that no other has. */
  function toEvent(eventId: string, event: object = {}): string {
    return JSON.stringify({ message: `Case ${eventId}`, ...event, logger: `case.${eventId}` });
  }

  async function untilStored(eventIds: readonly string[]): Promise<void> {
    await eventually(`${eventIds.length} events`, async () => {
      issues = await findIssuesOfEvents(database);
      return eventIds.every((eventId) => issues.has(eventId));
    });
  }

  async function readJson(eventId: string): Promise<string> {
    const found = await stores.events.find(issues.get(eventId) ?? 0, eventId);
    return found?.payload?.json ?? '';
  }

  async function get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const answer = await fetch(errata.url + path, { headers: { Cookie: cookie, ...headers } });
    return { of: path, text: await answer.text() };
  }

  function findIn(pages: readonly Page[], { secret }: SecretCase): string[] {
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    return pages
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ of }) => of);
  }

  it('stands in no table, no file of the database and no log, where it is a secret', async () => {
    const tables = await listTables();
    const files = ['errata.sqlite', 'errata.sqlite-wal']
      .map((name) => join(dataDir, name))
      .filter((path) => existsSync(path))
      .map((path) => ({ of: path, text: readFileSync(path, 'latin1') }));
    expect(files).toHaveLength(kind === 'sqlite' ? 2 : 0);
    const log = { of: 'log', text: errata.command.output + errata.command.errors };
    const found = sent.flatMap((each) => {
      const places = findIn([...tables, ...files, log], each);
      return places.length === 0 ? [] : [`${each.what}: ${places.join(', ')}`];
    });
    expect(found).toEqual([]);
    expect(tables.find(({ of }) => of === 'failed_reports')?.text).not.toBe('');
  });

  /** Of every table its rows as text, and payloads as the JSON that was packed. */
  async function listTables(): Promise<Page[]> {
    const tables = Object.entries(await listTableRows(database)).map(([name, rows]) => ({
      of: name,
      text: rows.map((row) => Object.values(row).map(toText).join('\n')).join('\n'),
    }));
    const payloads = await stores.events.listLatest(1, 1000);
    expect(payloads.length).toBeGreaterThan(sent.length - 4);
    return [...tables, { of: 'payloads', text: payloads.map(({ json }) => json).join('\n') }];
  }

  it('stands on no page and in no page data, where it is a secret', async () => {
    const pages = [await get('/issues'), await get('/operation'), await get('/settings/audit')];
    const found: string[] = [];
    const events = sent.filter(({ event }) => event !== undefined);
    for (const each of events) {
      const issue = issues.get(each.eventId);
      const address = `/issues/${issue}?event=${each.eventId}`;
      const raw = `/issues/${issue}/events/${each.eventId}`;
      const own = [
        await get(address),
        await get(address, { [pageDataHeaders.routerState]: '{}' }),
        await get(raw),
        await get(`${raw}/stack`),
      ];
      expect(own[0]?.text).toMatch(/\d values? hidden/);
      found.push(...findIn([...pages, ...own], each).map((place) => `${each.what}: ${place}`));
    }
    expect(found).toEqual([]);
  });

  it('stays as it was sent, where it is none', async () => {
    const changed: unknown[] = [];
    for (const { what, event, eventId } of harmless) {
      const stored = readStoredEvent(await readJson(eventId));
      const isAsSent = JSON.stringify(stored.event) === JSON.stringify(event);
      if (!isAsSent || stored.meta.hidden) changed.push({ what, stored });
    }
    expect(changed).toEqual([]);
  });
});

function toText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return String(value);
}
