import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createStores, openDatabase } from '#product';
import { root } from '../scripts/support/root.mjs';
import { isAlive, listChildren } from './support/child-processes.ts';
import { Program, stopAll } from '../scripts/support/program.mjs';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask, isSilent } from './support/http.ts';
import { toPass } from './support/set-up-pass.ts';

let folder: string;
let port: number;
let relayPort: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-start-'));
  [port, relayPort] = (await findFreePorts(2)) as [number, number];
});

afterEach(async () => {
  await stopAll('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type Settings = Readonly<Record<string, string>>;

function run(program: string, args: readonly string[], settings: Settings = {}): Program {
  return new Program([program, ...args], {
    isGroup: true,
    env: {
      ...process.env,
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      DATA_DIR: join(folder, 'data'),
      ...settings,
    },
  });
}

function npmStart(settings?: Settings): Program {
  return run('npm', ['start'], settings);
}

function start(settings?: Settings, script = 'scripts/start.mjs'): Program {
  return run(process.execPath, [script], settings);
}

function keepAsking(url: string): { stop(): Promise<Set<number>> } {
  const answers = new Set<number>();
  const stopping = new AbortController();
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      answers.add((await ask(url)).status);
      await pause(10);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await asking;
      return answers;
    },
  };
}

/**
 * Sends requests over one kept connection. `untilToldToClose` goes on until an answer closes the
 * connection, and rejects when the connection is reset.
 */
async function keepConnection(url: string): Promise<{ untilToldToClose(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const askOnce = async (): Promise<string | undefined> => {
    const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.headers.connection;
  };
  await askOnce();
  const untilToldToClose = async (): Promise<void> => {
    while ((await askOnce()) !== 'close');
    agent.destroy();
  };
  return { untilToldToClose };
}

function untilNothingListens(): Promise<boolean> {
  return eventually('both ports to fall silent', async () => {
    const silent = await Promise.all([port, relayPort].map(isSilent));
    return silent.every(Boolean);
  });
}

describe('npm start', () => {
  test('starts on a disk that is too full for reports, refuses them, and says why on its pages', async () => {
    const command = start({ DISK_MIN_FREE_BYTES: String(2 ** 52) });
    await command.untilPrinted('Ctrl-C stops Errata');
    expect(command.output).toMatch(
      /\nReports are refused\. Only .*B of the disk of DATA_DIR are free/,
    );
    const [, dsn = ''] = /DSN {2}(?<dsn>\S+)/.exec(command.output) ?? [];
    const { username, origin } = new URL(dsn);
    const envelope = `${origin}/api/1/envelope/?sentry_key=${username}`;
    const refused = await fetch(envelope, { method: 'POST', body: '{}\n' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^[1-9]\d*$/),
    ]);
    // A page does not wait long for what the relay says.
    await eventually('the reason on a page', async () => {
      const page = await ask(`http://127.0.0.1:${port}/issues`, toPass(command.output));
      return page.text.includes('Reports are refused.');
    });
  });

  test('prints address, DSN and owner link, and stops both services at Ctrl-C', async () => {
    const command = npmStart();
    await command.untilPrinted('Ctrl-C stops Errata');

    expect(command.output).toMatch(new RegExp(`Errata is ready after .*http://localhost:${port}`));
    const dsn = new RegExp(`http://[0-9a-f]+@localhost:${port}/1`);
    expect(command.output).toMatch(new RegExp(`DSN {2}${dsn.source}`));
    const page = await ask(`http://127.0.0.1:${port}/issues`, toPass(command.output));
    expect(page.status).toBe(200);
    // No file of either service may be open to others, under any umask.
    const open = execFileSync('find', [join(folder, 'data'), '-perm', '/077']);
    expect(open.toString()).toBe('');
    expect((await ask(`http://127.0.0.1:${relayPort}/health/ready`)).status).toBe(200);
    const [, address = ''] = /Become its owner: {2}(?<address>\S+)/.exec(command.output) ?? [];
    expect(address).toContain(`:${port}/setup?token=`);
    expect((await ask(address)).status).toBe(200);
    const { status, text } = await ask(`http://127.0.0.1:${port}/issues`);
    expect([status, text.includes('Errata has no owner yet')]).toEqual([401, true]);

    const kept = await keepConnection(`http://127.0.0.1:${port}/health/live`);
    command.signalGroup('SIGINT');

    await kept.untilToldToClose();
    await command.untilEnded();
    await untilNothingListens();
    expect(command.output).toContain('Stopping');
    expect(command.errors).not.toContain('unexpectedly');
  });

  test('prints no owner link where an owner exists, and stops both services when npm is stopped', async () => {
    const command = npmStart({
      ERRATA_OWNER_EMAIL: 'ada@example.org',
      ERRATA_OWNER_PASSWORD: 'correct horse battery staple',
    });
    await command.untilPrinted('Ctrl-C stops');
    expect(command.output).not.toContain('Become its owner');
    expect((await ask(`http://127.0.0.1:${port}/issues`)).status).toBe(401);

    command.signal('SIGTERM');

    await command.untilEnded();
    await untilNothingListens();
  });
});

describe('npm start with RELAY_MODE=forward', () => {
  test('starts the relay alone with the line of docs/forwarding.md', async () => {
    const [, line = ''] = /\n(RELAY_MODE=forward .* npm start)\n/.exec(
      readFileSync(join(root, 'docs/forwarding.md'), 'utf8'),
    )!;
    const command = run('sh', ['-c', line]);
    await command.untilPrinted('Ctrl-C stops Errata’s relay');
    expect(command.output).toContain(`http://127.0.0.1:${relayPort}`);
    expect(await isSilent(port)).toBe(true);
    command.signalGroup('SIGINT');
    await command.untilEnded();
  });
});

describe('npm run demo', () => {
  test('starts Errata, and fills five projects', async () => {
    const settings = { DATA_DIR: join(folder, 'data') };
    const command = start(settings, 'scripts/demo.mjs');
    await command.untilPrinted('Filling five projects');
    const database = openDatabase({ dataDir: settings.DATA_DIR });
    const { projects } = createStores(database);
    await eventually('five projects', async () => {
      const all = await projects.list();
      return all.filter(({ slug }) => slug.startsWith('demo-')).length === 5;
    });
    await database.close();

    command.signal('SIGTERM');

    await command.untilEnded();
    await untilNothingListens();
    expect(command.errors).not.toContain('unexpectedly');
  });
});

describe('the supervisor of both services', () => {
  test('can be stopped while it starts', async () => {
    const command = start();
    await eventually('a service to be started', () => listChildren(command.pid).length > 0);

    command.signal('SIGTERM');

    expect(await command.untilEnded()).toBe(0);
    expect(command.errors).toBe('');
    await untilNothingListens();
  });

  test('leaves no process behind when it is killed while it starts', async () => {
    const command = start();
    await eventually('both services to be started', () => listChildren(command.pid).length === 2);

    command.signal('SIGKILL');

    // The services share the command's output, which closes only when they have ended as well.
    await command.untilEnded();
    await untilNothingListens();
  });

  test('restarts dead services, replaces both at SIGHUP, and leaves none when it is killed', async () => {
    const command = start();
    await command.untilPrinted('is ready');
    await killEach(command);
    await renewBoth(command);
    await keepThoseThatRun(command);

    command.signal('SIGKILL');

    await command.untilEnded();
    await untilNothingListens();
  });

  /** Kills each service in turn. A request to a killed service waits until the service is back. */
  async function killEach(command: Program): Promise<void> {
    const ports = Object.entries({ relay: relayPort, renderer: port });
    for (const [name, servicePort] of ports) {
      const service = listChildren(command.pid).find((child) => child.command.includes(name));

      process.kill(service?.pid ?? 0, 'SIGKILL');
      await eventually('it to end', () => !isAlive(service?.pid ?? 0));

      const { status } = await ask(`http://127.0.0.1:${servicePort}/health/live`);
      expect(status).toBe(200);
      expect(command.errors).toContain(
        `"service":"supervisor","pid":${command.pid},"msg":"the ${name} stopped unexpectedly (SIGKILL); starting it again."`,
      );
    }
  }

  /**
   * Replaces both services by SIGHUP, while requests are answered. Waits for the renderer first,
   * because the renderer answers 503 while a start takes longer than a second.
   */
  async function renewBoth(command: Program): Promise<void> {
    const isServing = async () => (await ask(`http://127.0.0.1:${port}/setup`)).status === 200;
    await eventually('the renderer to serve pages', isServing);
    const before = listChildren(command.pid);
    const answers = keepAsking(`http://127.0.0.1:${port}/setup`);

    command.signal('SIGHUP');

    await eventually('both to take over', () =>
      command.errors.includes('a new renderer takes over'),
    );
    expect(command.errors).toContain('"msg":"a new relay takes over."');
    await eventually('the old ones to leave', () => before.every(({ pid }) => !isAlive(pid)));
    expect(await answers.stop()).toEqual(new Set([200]));
  }

  async function keepThoseThatRun(command: Program): Promise<void> {
    await eventually('both to be alone', () => listChildren(command.pid).length === 2);
    const running = listChildren(command.pid);
    // Every starting service reads this secret.
    await writeFile(join(folder, 'data', 'secret'), 'too short');
    command.signal('SIGHUP');

    await eventually('the line', () => command.errors.includes('the old one goes on'));
    expect(command.errors).toMatch(/the new (?:relay|renderer) does not start/);
    const left = listChildren(command.pid).map(({ pid }) => pid);
    expect(left).toEqual(expect.arrayContaining(running.map(({ pid }) => pid)));
    expect((await ask(`http://127.0.0.1:${port}/setup`)).status).toBe(200);
  }
});

describe('a start that fails', () => {
  async function refusal(settings: Settings, script?: string): Promise<string[]> {
    const command = start(settings, script);
    expect(await command.untilEnded()).toBe(1);
    expect(command.output).not.toContain('is ready');
    await untilNothingListens();
    return command.errors.trimEnd().split('\n');
  }

  test.each([
    ['PORT', 'scripts/start.mjs'],
    ['RELAY_PORT', 'scripts/start.mjs'],
    ['RELAY_PORT', 'scripts/image.mjs'],
  ])('says in one line that %s is in use, and writes no data: %s', async (variable, script) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const takenPort = typeof address === 'object' ? String(address?.port) : '';

    const lines = await refusal({ [variable]: takenPort }, script);
    taken.close();

    expect(lines).toEqual([
      `errata: Port ${takenPort} is in use; stop what listens there or set ${variable} to another.`,
    ]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('says in one line that the data folder cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');

    const lines = await refusal({ DATA_DIR: file });

    expect(lines).toEqual([expect.stringContaining(file)]);
  });

  // One wrong setting of each service, and one of both. The specs of the configurations cover all
  // other settings.
  test.each<Settings>([
    { PORT: 'eighty' },
    { RELAY_PORT: 'eighty' },
    { DATABASE_URL: 'mysql://localhost/errata' },
  ])('names a wrong setting in one line: %j', async (setting) => {
    const lines = await refusal(setting);

    expect(lines).toEqual([expect.stringContaining(Object.keys(setting)[0] ?? '')]);
  });
});
