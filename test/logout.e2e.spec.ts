import { afterEach, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../scripts/support/find-on-path.mjs';
import { root } from '../scripts/support/root.mjs';
import { isAlive, listChildren } from './support/child-processes.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask } from './support/http.ts';

/** `script` gives a command a terminal. Other systems have a `script` with other arguments. */
const script = process.platform === 'linux' ? findOnPath(['script']) : undefined;
/** SIGHUP is signal 1, the lowest bit of `ShdPnd` in /proc. */
const HANG_UP = 1n;

let folder: string;
let terminal: ChildProcess;
let pid = 0;

afterEach(async () => {
  terminal.kill('SIGKILL');
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  await eventually('it to end', () => !isAlive(pid));
  await rm(folder, { recursive: true, force: true });
});

const readLog = (): Promise<string> => readFile(join(folder, 'log'), 'utf8').catch(() => '');

/**
 * Runs what `npm start` runs, under `nohup` and in a terminal of its own. Resolves with its address
 * once it is ready.
 */
async function startInTerminal(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'errata-logout-'));
  const [port, relayPort] = (await findFreePorts(2)) as [number, number];
  const command = `nohup '${process.execPath}' scripts/start.mjs > '${folder}/log' 2>&1 & wait`;
  // This variable would make the command end with its parent, as a command of npm does.
  const { npm_lifecycle_event: _, ...env } = process.env;
  terminal = spawn(script ?? '', ['--quiet', '--command', command, '/dev/null'], {
    cwd: root,
    env: {
      ...env,
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: join(folder, 'data'),
      MONITORING_DSN: 'off',
    },
    // `script` ends when its input ends, so its input stays open.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await eventually('it to be ready', async () => {
    pid = Number(/kill -HUP (?<pid>\d+)/.exec(await readLog())?.groups?.['pid'] ?? 0);
    return pid > 0;
  });
  return `http://127.0.0.1:${port}`;
}

/**
 * Ends the terminal and every process in it without `nohup`. Resolves once no SIGHUP is pending any
 * more.
 */
async function logOut(): Promise<void> {
  const [shell] = listChildren(terminal.pid ?? 0);
  const gone = once(terminal, 'close');
  terminal.kill('SIGKILL');
  await gone;
  await eventually('the shell to end', () => !isAlive(shell!.pid));
  await eventually('no signal to be on its way', async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const pending = /^ShdPnd:\s*(?<bits>[\da-f]+)$/m.exec(status)?.groups?.['bits'] ?? '0';
    return (BigInt(`0x${pending}`) & HANG_UP) === 0n;
  });
}

if (script) {
  test('Errata under nohup goes on after a logout, and renews its services as before', async () => {
    const url = await startInTerminal();
    await logOut();

    expect((await ask(`${url}/health/ready`)).status).toBe(200);
    process.kill(pid, 'SIGHUP');
    await eventually('new processes', async () =>
      (await readLog()).includes('a new renderer takes over'),
    );
    expect(await readLog()).not.toContain('Stopping');
    expect((await ask(`${url}/health/ready`)).status).toBe(200);
  });
}
