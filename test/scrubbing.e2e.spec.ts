import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readStoredEvent } from '#events';
import { createStores, openDatabase } from '#product';
import { privacySettings } from '#product/recording/privacy';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import { createTestDatabase } from '#persistence/testing';
import { findIssuesOfEvents, holdAlerts, listTableRows, releaseHeldAlerts } from '#product/testing';
import { alertLimits, pageDataHeaders } from '#shared';
import { defaultAlertRule } from '#product/alerting/alerts/rules';
import { AnsweringServer, MailServer } from '#product/testing/receivers';
import { innocents } from './fixtures/privacy/innocents.ts';
import { secretCases } from './fixtures/privacy/secrets.ts';
import type { SecretCase } from './fixtures/privacy/secrets.ts';
import { eventually } from './support/eventually.ts';
import { readMail } from './support/mail-text.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

const KEY = 'a1b2c3';
const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };
const SECRET = 'a secret of thirty-two characters';
const OWN_RULES = { hidesMail: true, hidesIban: true, secretNames: ['customer number'] };

const toId = () => randomUUID().replaceAll('-', '');

interface Page {
  readonly of: string;
  readonly text: string;
}

describe.each(['sqlite', 'postgres'] as const)('the values of reports, on %s', (kind) => {
  let errata: StartedErrata;
  let database: Database;
  let stores: Stores;
  let cookie: string;
  let remove: () => Promise<void>;
  let dataDir: string;
  let issues: ReadonlyMap<string, number>;
  const webhooks = new AnsweringServer();
  const mails = new MailServer();
  // An alert lists a limited number of issues, so the cases are spread over environments.
  const sent = secretCases.map((each, index) => ({
    ...each,
    eventId: toId(),
    environment: `batch-${Math.floor(index / alertLimits.issuesListed)}`,
  }));
  const environments = [...new Set(sent.map(({ environment }) => environment))];
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
      ERRATA_SECRET: SECRET,
      SMTP_URL: await mails.listen(),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    });
    ({ dataDir } = errata);
    database = openDatabase({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    stores = createStores(database, { secret: SECRET });
    await stores.settings.patch(privacySettings, { projectId: 1, patch: OWN_RULES, nowMs: 1 });
    await addRules(await webhooks.listen());
    cookie = await signIn();
    // Rules take effect within two seconds. A filtered event shows that the rules are in effect.
    await eventually('the rules of the project', async () => {
      const eventId = toId();
      await send(1, eventId, [
        [{ type: 'event' }, toEvent(eventId, { user: { email: 'a@b.cd' } })],
      ]);
      await untilStored([eventId]);
      return (await readJson(eventId)).includes('[Filtered]');
    });
    for (const { eventId, event, environment, items = [] } of sent) {
      const payload = event && toEvent(eventId, { ...event, environment });
      await send(1, eventId, payload === undefined ? items : [[{ type: 'event' }, payload]]);
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
    await eventually('all that fired', () => releaseHeldAlerts(database, Date.now()));
    await eventually('all alerts', async () => {
      const log = await stores.deliveries.list({ projectId: 1 }, 100);
      const told = log.filter(({ channelId }) => channelId !== undefined);
      return told.length === 2 * environments.length && told.every(({ state }) => state === 'sent');
    });
  }, 180_000);

  afterAll(async () => {
    await database.close();
    await errata.end();
    await Promise.all([webhooks.close(), mails.close(), remove()]);
  });

  /**
   * Adds a webhook and a mail channel for each environment. They get all issues of the environment
   * at once.
   */
  async function addRules(port: number): Promise<void> {
    const [scope, by] = [{ projectId: 1 }, { nowMs: 1 }];
    await stores.channels.allowHost(`127.0.0.1:${port}`, by);
    const settings = { address: `http://127.0.0.1:${port}/in`, secret: SECRET };
    for (const name of environments) {
      const own = { name, hint: '' };
      const ofHttp = { ...own, kind: 'webhook' as const, settings };
      const ofMail = {
        ...own,
        kind: 'mail' as const,
        settings: { recipients: ['ops@errata.example'] },
      };
      const channels = [
        (await stores.channels.add(scope, ofHttp, by))!,
        (await stores.channels.add(scope, ofMail, by))!,
      ];
      await holdAlerts(database, channels);
      const only = { are: 'only' as const, patterns: [name] };
      const rule = { ...defaultAlertRule, name, environments: only, toMembers: false, channels };
      await stores.alertRules.add(rule, { ...scope, ...by });
    }
  }

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

  function toEvent(eventId: string, event: object = {}): string {
    const fingerprint = ['{{ default }}', eventId];
    const named = { message: `Case ${eventId}`, fingerprint, logger: `case.${eventId}` };
    return JSON.stringify({ ...named, ...event });
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

  it('stand in no table, database file or log, where they are secrets', async () => {
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

  async function listTables(): Promise<Page[]> {
    const tables = Object.entries(await listTableRows(database)).map(([name, rows]) => ({
      of: name,
      text: rows.map((row) => Object.values(row).map(toText).join('\n')).join('\n'),
    }));
    const payloads = await stores.events.listLatest(1, 1000);
    expect(payloads.length).toBeGreaterThan(sent.length - 4);
    return [...tables, { of: 'payloads', text: payloads.map(({ json }) => json).join('\n') }];
  }

  it('stand in no alert, where they are secrets', () => {
    const told = [
      ...webhooks.requests.map(({ body }) => ({ of: 'webhook', text: body })),
      ...mails.mails.map(({ source }) => ({ of: 'mail', text: readMail(source) })),
    ];
    const found = sent.flatMap((each) => findIn(told, each).map((of) => `${each.what}: ${of}`));
    expect(found).toEqual([]);
    const listed = webhooks.requests.flatMap(
      ({ body }) => (JSON.parse(body) as { issues: [] }).issues,
    );
    expect(listed).toHaveLength(sent.filter(({ event }) => event !== undefined).length);
    for (const way of ['webhook', 'mail']) {
      const texts = told
        .filter(({ of }) => of === way)
        .map(({ text }) => text)
        .join('\n');
      expect(texts.split('[Filtered]').length).toBeGreaterThan(10);
    }
  });

  // Pages show what is stored, and the test above reads the storage of both databases.
  if (kind === 'sqlite') {
    it('stand on no page and in no page data, where they are secrets', async () => {
      const settings = '/settings/projects/app';
      const pages = [
        await get('/issues'),
        await get('/operation'),
        await get('/settings/audit'),
        await get(`${settings}/alerts`),
        await get(`${settings}/alerts/2`),
        await get(`${settings}/channels`),
      ];
      expect(pages.at(-1)?.text).toContain('20 issues in app');
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
  }

  it('stay as they were sent, where they are no secrets', async () => {
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
