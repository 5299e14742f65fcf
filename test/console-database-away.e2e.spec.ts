import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEnvelope, createEventId } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { publicKey, startRelay } from '../apps/monitoring-relay/test/support/started-relay.ts';
import { readRendererConfig } from '../apps/renderer/src/config/renderer-config.ts';
import { createRenderer } from '../apps/renderer/src/create-renderer.ts';
import { startPostgres } from '../scripts/support/postgres.mjs';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask } from './support/http.ts';

const KEPT = 'The relay accepts and keeps reports meanwhile.';
const OWNER = { ERRATA_OWNER_EMAIL: 'ada@example.org', ERRATA_OWNER_PASSWORD: 'battery staple 9' };
const SECRET = 'a secret of thirty-two characters';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let dataDir: string;
let port: number;
let relayPort: number;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  dataDir = mkdtempSync(join(tmpdir(), 'errata-away-'));
  [port, relayPort] = (await findFreePorts(2)) as [number, number];
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  await postgres.remove();
  rmSync(dataDir, { recursive: true });
});

const openRelay = () =>
  startRelay({
    DATA_DIR: join(dataDir, 'relay'),
    DATABASE_URL: postgres.url,
    RELAY_PORT: String(relayPort),
    ERRATA_SECRET: SECRET,
  });

function openRenderer(signal: AbortSignal) {
  const config = readRendererConfig({
    DATA_DIR: join(dataDir, 'renderer'),
    DATABASE_URL: postgres.url,
    PORT: String(port),
    RELAY_URL: `http://127.0.0.1:${relayPort}`,
    ERRATA_SECRET: SECRET,
    ERRATA_PROJECTS: `app=1:${publicKey}`,
    MONITORING_DSN: 'off',
    LOG_LEVEL: 'error',
    ...OWNER,
  });
  return createRenderer(config, { signal });
}

const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
/** The cookie claims a session, so the console has to ask the database whose session it is. */
const askPage = (path = '/issues') =>
  ask(at(path), { Accept: 'text/html', Cookie: `errata=${'a'.repeat(43)}` });
const status = async (path: string): Promise<number> => (await ask(at(path))).status;

async function report(): Promise<number> {
  const body = createEnvelope({ eventId: createEventId() });
  const address = at(`/api/1/envelope/?sentry_key=${publicKey}`);
  return (await fetch(address, { method: 'POST', body })).status;
}

it('the console starts without its database, and goes on by itself once that is there', async () => {
  // The relay has run before, so it remembers the project keys without a database.
  let relay = await openRelay();
  await relay.close();
  await postgres.stop();
  relay = await openRelay();
  const stopping = new AbortController();
  const starting = openRenderer(stopping.signal);
  await eventually('something to listen', async () => (await status('/health/live')) === 200);

  expect(await status('/health/ready')).toBe(503);
  expect(await status('/health/intake')).toBe(200);
  expect(await report()).toBe(200);
  const page = await fetch(at('/issues?query=a'), { headers: { Accept: 'text/html' } });
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain(
    'Errata waits for its database, which does not answer or is being upgraded.',
  );
  expect(text).toContain(KEPT);
  expect(text).toContain('<meta http-equiv="refresh" content="5">');

  // The runtime gets the answer to an action as plain text, which says that nothing was done.
  const action = { method: 'POST', headers: { Action: 'triage' }, body: new URLSearchParams() };
  const refused = await fetch(at('/issues'), action);
  expect(refused.headers.get('content-type')).toContain('text/plain');
  expect(await refused.text()).toContain('Your request was not carried out.');
  const program = await fetch(at('/'), { headers: { Accept: 'application/json' } });
  expect(await program.json()).toEqual({
    detail: `Errata waits for its database, which does not answer or is being upgraded. ${KEPT}`,
  });
  expect((await ask(at('/'), { Host: 'rebound.example.com' })).status).not.toBe(200);

  // Without a relay the page must not promise that reports are kept.
  await relay.close();
  await eventually('reports not to be taken', async () => (await status('/health/intake')) === 503);
  const alone = await askPage();
  expect(alone.status).toBe(503);
  expect(alone.text).not.toContain(KEPT);
  relay = await openRelay();

  await postgres.start();
  const renderer = await starting;
  ends.push(() => renderer.close());
  await renderer.listen();
  expect(await status('/health/ready')).toBe(200);
  expect((await askPage('/sign-in')).status).toBe(200);
  expect(await report()).toBe(200);
  await relay.drained();
  const issues = await relay.parts.stores.issues.list({ limit: 10 });
  expect(issues.reduce((sum, { events }) => sum + events, 0)).toBe(2);

  await postgres.stop();
  const failed = await askPage('/issues');
  expect(failed.status).toBe(503);
  expect(failed.text).toContain('The database does not answer.');
  expect(failed.text).toContain(KEPT);
  expect([await status('/health/ready'), await status('/health/intake')]).toEqual([503, 200]);
});

it('the console ends an unfinished start when it is aborted', async () => {
  await postgres.stop();
  for (const end of ends.splice(0)) await end();
  const stopping = new AbortController();
  const starting = openRenderer(stopping.signal);
  const outcome = starting.catch((error: unknown) => error);
  await eventually('something to listen', async () => (await status('/health/live')) === 200);
  stopping.abort(new Error('stopped'));
  expect(await outcome).toEqual(new Error('stopped'));
  expect(await status('/health/live')).toBe(0);
});
