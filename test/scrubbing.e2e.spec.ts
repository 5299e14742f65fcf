import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { privacySettings } from '#product/recording/privacy';
import type { Database } from '#persistence';
import type { Stores } from '#product';
import { findIssuesOfEvents, listTableRows } from '#product/testing';
import { hold } from './support/hold.ts';
import { eventually } from './support/eventually.ts';
import { startErrata } from './support/started-errata.ts';

const KEY = 'a1b2c3';
const SECRET = 'a secret of thirty-two characters';
const OWN_RULES = { hidesMail: true, hidesIban: true, secretNames: ['customer number'] };
const EVENT_ID = 'e'.repeat(32);

/** Secrets at the places of an event from which columns, tags, names and payloads are made. */
const EVENT = {
  message: 'tried with password=hush-message',
  transaction: '/reset?token=hush-transaction',
  fingerprint: ['password=hush-fingerprint'],
  logger: 'token=hush-logger',
  tags: { token: 'hush-tag', paid: '4242 4242 4242 4242' },
  extra: { password: 'hush-extra', customerNumber: 'hush-own', from: 'login 203.0.113.77' },
  user: { id: '1', email: 'hush@example.org', ip_address: '203.0.113.77' },
  request: { url: 'https://x/?token=hush-url', env: { REMOTE_ADDR: '198.51.100.201' } },
  exception: {
    values: [{ type: 'E', value: 'secret=hush-value, to GB82 WEST 1234 5698 7654 32' }],
  },
  breadcrumbs: [{ message: 'curl -u ann:hush-crumb https://x/' }],
};

const toId = () => randomUUID().replaceAll('-', '');

type Item = readonly [header: object, payload: string];

const ITEMS: readonly Item[] = [
  [
    { type: 'feedback' },
    JSON.stringify({
      contexts: { feedback: { message: 'password=hush-said', url: 'https://x/?token=hush-said' } },
    }),
  ],
  [
    { type: 'raw_security' },
    JSON.stringify({
      'csp-report': {
        'document-uri': 'https://x/?token=hush-policy',
        'blocked-uri': 'https://y/',
        'effective-directive': 'img-src',
      },
    }),
  ],
  [
    { type: 'user_report' },
    JSON.stringify({ event_id: EVENT_ID, comments: 'I typed password: hush-report7' }),
  ],
  [{ type: 'feedback' }, '{"contexts": password=hush-broken}'],
];

const READABLE = /.{0,40}(?:hush|4242 4242|203\.0\.113\.77|198\.51\.100\.201|GB82 WEST).{0,20}/gi;

describe('the secrets in reports', () => {
  const errata = hold(() =>
    startErrata({
      ERRATA_PROJECTS: `app=1:${KEY}`,
      LOG_LEVEL: 'debug',
      ERRATA_SECRET: SECRET,
    }),
  );
  let database: Database;
  let stores: Stores;

  beforeAll(async () => {
    database = openDatabase({ dataDir: errata.dataDir });
    stores = createStores(database, { secret: SECRET });
    await stores.settings.patch(privacySettings, { projectId: 1, patch: OWN_RULES, nowMs: 1 });
    // Rules take effect within two seconds. A filtered event shows that the rules are in effect.
    await eventually('the rules of the project', async () => {
      const eventId = toId();
      await send(eventId, [{ type: 'event' }, JSON.stringify({ message: 'to a@b.cd' })]);
      const issue = await eventually('the event', async () =>
        (await findIssuesOfEvents(database)).get(eventId),
      );
      const found = await stores.events.find(issue, eventId);
      return found?.payload?.json.includes('[Filtered]');
    });
    await send(
      EVENT_ID,
      [{ type: 'event' }, JSON.stringify(EVENT)],
      [{ type: 'attachment', filename: 'dump of AKIAHUSHHUSHHUSH0004.txt' }, 'as it came'],
    );
    for (const item of ITEMS) await send(toId(), item);
    await eventually('all that was sent', async () => {
      const { failed_reports: failed, feedback, attachments } = await listTableRows(database);
      return failed?.length === 1 && feedback?.length === 2 && attachments?.length === 1;
    });
  }, 60_000);

  afterAll(async () => {
    await database.close();
  });

  async function send(eventId: string, ...items: readonly Item[]): Promise<void> {
    const lines = items.map(
      ([header, payload]) =>
        `${JSON.stringify({ ...header, length: Buffer.byteLength(payload) })}\n${payload}\n`,
    );
    const url = `${errata.relayUrl}/api/1/envelope/?sentry_key=${KEY}`;
    const { status } = await fetch(url, {
      method: 'POST',
      body: `{"event_id":"${eventId}"}\n${lines.join('')}`,
    });
    expect(status).toBe(200);
  }

  it('stand in no table, database file or log', async () => {
    const tables = Object.entries(await listTableRows(database)).map(([name, rows]) => [
      name,
      rows.flatMap((row) => Object.values(row).map(toText)).join('\n'),
    ]);
    const files = ['errata.sqlite', 'errata.sqlite-wal'].map((name) => [
      name,
      readFileSync(join(errata.dataDir, name), 'latin1'),
    ]);
    const payloads = await stores.events.listLatest(1, 100);
    const payload = payloads.map(({ json }) => json).join('\n');
    expect(payload.split('[Filtered]').length).toBeGreaterThan(10);
    const log = errata.command.output + errata.command.errors;
    const places = [...tables, ...files, ['payloads', payload], ['log', log]];
    const found = places.map(([name, text = '']) => [name, text.match(READABLE) ?? []]);
    expect(found.filter(([, readable = []]) => readable.length > 0)).toEqual([]);
  });
});

function toText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return String(value);
}
