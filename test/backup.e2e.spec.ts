import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { root } from '../scripts/support/root.mjs';
import { Command } from './support/command.ts';
import { eventually } from './support/eventually.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

const MESSAGES = ['The first thing broke', 'Another thing broke', 'Something else'];
/** What changes with the moment at which a page is read. */
const OF_NOW = new Set(['nowMs', 'hours', 'minutes']);
const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work();
});

async function start(settings: Record<string, string> = {}): Promise<StartedErrata> {
  const errata = await startErrata({ MONITORING_DSN: 'off', ...settings });
  cleanUp.push(() => errata.end());
  return errata;
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'errata-backup-'));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** With its id made of the place. */
async function report({ dsn, relayUrl }: StartedErrata, message: string, place: number) {
  const { pathname, username } = new URL(dsn);
  const eventId = String(place + 1).repeat(32);
  const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify({ message })}\n`;
  const address = `${relayUrl}/api${pathname}/envelope/?sentry_key=${username}`;
  expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
}

interface ReadPage {
  readonly status: number;
  readonly views: readonly string[];
  readonly data: string;
}

/** What the server says a page shows. */
async function read({ url, pass }: StartedErrata, path: string): Promise<ReadPage> {
  const answer = await fetch(`${url}${path}`, { headers: { 'Router-State': '?', ...pass } });
  const [line = ''] = (await answer.text()).split('\n');
  const { segments } = JSON.parse(line) as { segments: { view: string; data?: unknown }[] };
  return {
    status: answer.status,
    views: segments.map(({ view }) => view),
    data: JSON.stringify(segments.at(-1)?.data, (key, value) => (OF_NOW.has(key) ? null : value)),
  };
}

it('restores into a second Errata whose pages show the same', async () => {
  const first = await start();
  for (const [place, message] of MESSAGES.entries()) await report(first, message, place);
  await eventually('all issues', async () => {
    const { data } = await read(first, '/issues');
    return MESSAGES.every((message) => data.includes(message));
  });
  const folder = await createFolder();
  const backup = join(folder, 'backup');
  const commandIn = (dataDir: string, ...args: string[]) =>
    new Command('npm', ['run', '--silent', 'errata', '--', ...args], {
      cwd: root,
      env: { DATA_DIR: dataDir },
    });
  const backingUp = commandIn(first.dataDir, 'backup', backup);
  expect(await backingUp.closed).toBe(0);
  expect(backingUp.output).toContain(`Backed up into ${backup}.`);
  const dataDir = join(folder, 'data');
  const restoring = commandIn(dataDir, 'restore', backup);
  expect(await restoring.closed).toBe(0);
  expect(restoring.output).toContain('3 events among them');

  const second = await start({ DATA_DIR: dataDir });
  for (const path of ['/issues', ...MESSAGES.map((_, place) => `/issues/${place + 1}`)]) {
    const [before, after] = [await read(first, path), await read(second, path)];
    expect(after).toEqual(before);
    expect(after.status).toBe(200);
    expect(MESSAGES.some((message) => after.data.includes(message))).toBe(true);
  }
});
