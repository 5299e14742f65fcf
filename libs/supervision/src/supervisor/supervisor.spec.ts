import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import type { ServiceOptions } from './service-process.ts';
import { Supervisor } from './supervisor.ts';

let folder: string;
let entry: string;
let lines: string[];
const supervisors: Supervisor[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-supervisor-'));
  entry = join(folder, 'service.mjs');
  lines = [];
});

afterEach(async () => {
  await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const READY = `process.send({ type: 'ready', pid: process.pid }); process.on('disconnect', () => process.exit(0));`;
/** A process beside the old one is never ready. */
const READY_ALONE = `if (process.env.ERRATA_BESIDE === '1') setInterval(() => undefined, 60_000); else { ${READY} }`;
const LEAVES = `process.on('message', ({ type }) => type === 'retire' && process.exit(0));`;

interface Script extends ServiceOptions {
  readonly renewMostMs: number;
  readonly restartPausesMs: readonly number[];
  readonly beside: ServiceOptions;
}

function over(
  script: string,
  { renewMostMs, restartPausesMs = [0, 1], beside, ...options }: Partial<Script> = {},
): Supervisor {
  writeFileSync(entry, script);
  const supervisor = new Supervisor({
    services: [
      { name: 'service', entry, env: process.env, ...options },
      ...(beside ? [beside] : []),
    ],
    say: (line) => void lines.push(line),
    restartPausesMs,
    ...(renewMostMs === undefined ? {} : { renewMostMs }),
  });
  supervisors.push(supervisor);
  return supervisor;
}

async function startedPid(supervisor: Supervisor): Promise<number> {
  const beginning = await supervisor.start();
  if (beginning.state !== 'ready') throw new Error(beginning.state);
  return beginning.messages['service']?.['pid'] as number;
}

function untilSaid(text: string): Promise<boolean> {
  return eventually(text, () => lines.some((line) => line.includes(text)));
}

it('the supervisor reports the output of a service that does not start, and ends with its exit code', async () => {
  const supervisor = over(`process.stderr.write('no room'); process.exitCode = 3;`);
  expect(await supervisor.start()).toEqual({
    state: 'failed',
    name: 'service',
    how: 'exit code 3',
    output: 'no room',
  });
  expect(await supervisor.ended).toBe(3);
});

it.each([
  ['two heaps of the C library', {}, '2'],
  ['as many heaps as the environment says', { MALLOC_ARENA_MAX: '1' }, '1'],
])('the supervisor starts a service with %s', async (_, settings, arenas) => {
  const { MALLOC_ARENA_MAX: _ours, ...env } = process.env;
  const supervisor = over(
    `process.send({ type: 'ready', arenas: process.env.MALLOC_ARENA_MAX }); ${READY}`,
    { env: { ...env, ...settings } },
  );
  expect(await supervisor.start()).toMatchObject({ messages: { service: { arenas } } });
});

it('the supervisor restarts a service that ends again and again, after ever longer pauses up to the longest', async () => {
  const supervisor = over(`${READY} setImmediate(() => process.exit(4));`, {
    restartPausesMs: [0, 1, 2],
  });
  await supervisor.start();
  const line = 'the service stopped unexpectedly (exit code 4); starting it again.';
  await eventually('nine ends', () => lines.filter((said) => said === line).length > 8);
  await supervisor.stop();
  expect(await supervisor.ended).toBe(0);
});

it('the supervisor restarts a service that was ready once, however often it does not start', async () => {
  const supervisor = over(READY);
  const pid = await startedPid(supervisor);
  writeFileSync(entry, `process.stderr.write('no room'); process.exitCode = 5;`);
  process.kill(pid, 'SIGKILL');
  const line = 'the service does not start (exit code 5): no room; starting it again.';
  await eventually('five tries', () => lines.filter((said) => said === line).length > 4);
  await supervisor.renew();
  expect(lines).toContain('the new service does not start. no room');
  writeFileSync(entry, READY);
  await eventually('it to start', async () => {
    await supervisor.renew();
    return lines.at(-1) === 'a new service takes over.';
  });
});

it('the supervisor leaves the other services alone while one does not start', async () => {
  const other = join(folder, 'other.mjs');
  writeFileSync(other, READY);
  const supervisor = over(READY, { beside: { name: 'other', entry: other, env: process.env } });
  const beginning = await supervisor.start();
  const pids = beginning.state === 'ready' ? beginning.messages : {};
  rmSync(entry);
  process.kill(pids['service']?.['pid'] as number, 'SIGKILL');
  const isStartTried = (): boolean =>
    lines.filter((line) => line.includes('service does not start')).length > 3;
  await eventually('some tries', isStartTried);
  expect(process.kill(pids['other']?.['pid'] as number, 0)).toBe(true);
});

it('the supervisor does not wait for the next try when it is asked to renew', async () => {
  const supervisor = over(READY, { restartPausesMs: [3_600_000] });
  process.kill(await startedPid(supervisor), 'SIGKILL');
  await untilSaid('starting it again in 3600 s.');
  await supervisor.renew();
  expect(lines.at(-1)).toBe('a new service takes over.');
});

it.each([
  ['could not make', { cwd: '/absent' }, /^spawn .* ENOENT$/],
  ['refuses at once', { nodeArgs: ['\0'] }, /null bytes/],
])(
  'the supervisor takes a process that the system %s for a start that fails',
  async (_when, options, output) => {
    const supervisor = over(READY, options);
    expect(await supervisor.start()).toMatchObject({
      state: 'failed',
      how: 'no process',
      output: expect.stringMatching(output),
    });
    expect(await supervisor.ended).toBe(1);
  },
);

it('the supervisor keeps the old process when there can be no new one', async () => {
  const cwd = join(folder, 'cwd');
  mkdirSync(cwd);
  const supervisor = over(READY, { cwd });
  const pid = await startedPid(supervisor);
  rmSync(cwd, { recursive: true });
  await supervisor.renew();
  expect(lines.at(-1)).toMatch(
    /^the new service does not start, so the old one goes on. spawn .* ENOENT$/,
  );
  expect(process.kill(pid, 0)).toBe(true);
});

it('the supervisor ends with the exit code of the service that it asked to stop', async () => {
  const supervisor = over(`process.on('SIGTERM', () => process.exit(6)); ${READY}`);
  await supervisor.start();
  await supervisor.stop();
  expect(await supervisor.ended).toBe(6);
});

it('the supervisor stops its first service last, which takes what the others have accepted', async () => {
  const log = join(folder, 'ended');
  const note = `process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(log)}, process.env.NAME); process.exit(0); });`;
  const [first, second] = ['first ', 'second '].map((NAME) => ({ ...process.env, NAME }));
  const supervisor = over(`import { appendFileSync } from 'node:fs'; ${note} ${READY}`, {
    env: first!,
    beside: { name: 'second', entry, env: second! },
  });
  await supervisor.start();
  await supervisor.stop();
  expect(readFileSync(log, 'utf8')).toBe('second first ');
});

it.each([
  ['fails', async () => false, []],
  [
    'ends in an error',
    () => Promise.reject(new Error('spawn node EAGAIN')),
    ['the update cannot be prepared. spawn node EAGAIN'],
  ],
])(
  'the supervisor keeps the old process when preparing the new one %s',
  async (_how, prepare, why) => {
    const supervisor = over(READY);
    const pid = await startedPid(supervisor);
    await supervisor.renew(prepare);
    expect(lines).toEqual([...why, 'the update does not start, the running services go on.']);
    expect(process.kill(pid, 0)).toBe(true);
  },
);

it('the supervisor ends a new process that takes too long to start, and keeps the old one', async () => {
  const supervisor = over(READY_ALONE, { renewMostMs: 1 });
  const pid = await startedPid(supervisor);
  await supervisor.renew();
  expect(lines).toEqual(['the new service does not start, so the old one goes on. SIGKILL']);
  expect(process.kill(pid, 0)).toBe(true);
});

it('the supervisor gives a start all the time it needs when no old process serves', async () => {
  const supervisor = over(READY_ALONE, { renewMostMs: 1 });
  process.kill(await startedPid(supervisor), 'SIGKILL');
  await untilSaid('starting it again');
  await supervisor.renew();
  expect(lines.slice(1)).toEqual([
    'the new service does not start, so the old one goes on. SIGKILL',
  ]);
});

it('the supervisor tells the old process to leave once the new one is ready', async () => {
  const supervisor = over(`${LEAVES} ${READY}`);
  const pid = await startedPid(supervisor);
  await supervisor.renew();
  await eventually('it to leave', () => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
  expect(lines).toEqual(['a new service takes over.']);
});

it('the supervisor replaces a process that dies while its successor fails to start', async () => {
  const supervisor = over(READY);
  const pid = await startedPid(supervisor);
  writeFileSync(entry, `process.exitCode = 1; process.kill(${pid}, 'SIGKILL');`);
  await supervisor.renew();
  writeFileSync(entry, READY);
  await untilSaid('starting it again');
  await supervisor.renew();
  expect(lines.at(-1)).toBe('a new service takes over.');
});

it('the supervisor starts nothing more once it stops', async () => {
  const supervisor = over(READY);
  await supervisor.start();
  const stopping = supervisor.stop();
  await supervisor.renew();
  await stopping;
  expect(await supervisor.ended).toBe(0);
  expect(lines).toEqual([]);
});

it('the supervisor tells a new process that the old one serves until the new one is ready', async () => {
  const supervisor = over(
    `if (process.env.ERRATA_BESIDE !== '1') { ${READY} } else { process.stderr.write('beside'); process.exitCode = 1; }`,
  );
  await startedPid(supervisor);
  await supervisor.renew();
  expect(lines).toEqual(['the new service does not start, so the old one goes on. beside']);
});
