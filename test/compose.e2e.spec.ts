import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createStores, openDatabase } from '#product';
import { createEnvelope, createEventId } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { readRendererConfig } from '../apps/renderer/src/config/renderer-config.ts';
import { diskFolder } from '../scripts/support/disk-folder.mjs';
import { startPostgres } from '../scripts/support/postgres.mjs';
import { root } from '../scripts/support/root.mjs';
import { copyBuildContext } from './support/build-context.ts';
import { inStartOrder, readComposeFile } from './support/compose-file.ts';
import type { ComposeService } from './support/compose-file.ts';
import { Container } from './support/container.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask } from './support/http.ts';
import { makeImage } from './support/image.ts';
import type { Image } from './support/image.ts';
import { toPass } from './support/set-up-pass.ts';

const composeFile = join(root, 'docker-compose.yml');
const secrets = { POSTGRES_PASSWORD: 'secret', ERRATA_SECRET: 'secret'.repeat(6) };
const variables = { ...secrets, ERRATA_PROJECTS: 'shop=7:0123456789abcdef' };

describe('docker-compose.yml', () => {
  const all = readComposeFile(composeFile, variables);
  const services = withoutProfile(all);
  const ours = Object.entries(services).filter(([, { image }]) => image === 'errata');

  test.each(Object.keys(secrets))('demands %s, and says what to set', (name) => {
    expect(() => readComposeFile(composeFile, { ...secrets, [name]: '' })).toThrow(`${name}: set `);
  });

  test('runs the renderer, the relay and a database', () => {
    expect(inStartOrder(services)).toEqual(['postgres', 'relay', 'renderer']);
    expect(ours.map(([name]) => name)).toEqual(['relay', 'renderer']);
  });

  test('starts services after a healthy database, and the renderer after the relay has started', () => {
    expect(services['relay']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services['renderer']?.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      relay: { condition: 'service_started' },
    });
    // While the image sets PostgreSQL up, PostgreSQL already answers on its socket. The health
    // check must therefore name a host.
    expect(services['postgres']?.healthcheck?.test).toEqual(
      expect.arrayContaining(['pg_isready', '-h']),
    );
  });

  const settings: Record<string, string>[] = [
    {},
    { PORT: '8080' },
    { PUBLIC_URL: 'https://errata.example.com', PORT: '8080' },
  ];

  test.each(settings)('means the same to docker-compose 1.29, with %j', (given) => {
    const set = { ...variables, ...given };
    const old = readComposeFile(composeFile, set, '1.29');
    expect(old).toEqual(readComposeFile(composeFile, set, '2'));
    expect(JSON.stringify(old)).not.toContain('${');
    const { publicUrl } = readRendererConfig(old['renderer']?.environment ?? {});
    expect(publicUrl).toBe(given['PUBLIC_URL'] ?? `http://localhost:${given['PORT'] ?? '3000'}`);
  });

  test('uses only keys that docker-compose 1.29 knows', () => {
    const said = (part: (service: ComposeService) => object | undefined): Set<string> =>
      new Set(Object.values(all).flatMap((service) => Object.keys(part(service) ?? {})));
    for (const [part, known] of KNOWN_TO_1_29) {
      expect([...said(part)].filter((key) => !known.includes(key))).toEqual([]);
    }
  });

  test('takes a password of any characters', () => {
    const password = 'p@s#s/:?%w"\'$$';
    const { environment } = readComposeFile(composeFile, {
      ...variables,
      POSTGRES_PASSWORD: password,
    })['relay']!;
    const before = process.env['PGPASSWORD'];
    process.env['PGPASSWORD'] = environment['PGPASSWORD'];
    try {
      const connectionString = environment['DATABASE_URL']!;
      const { host, user, database, password: known } = new Client({ connectionString });
      expect({ host, user, database, password: known }).toEqual({
        host: 'postgres',
        user: 'errata',
        database: 'errata',
        password,
      });
    } finally {
      if (before === undefined) delete process.env['PGPASSWORD'];
      else process.env['PGPASSWORD'] = before;
    }
  });

  test('bounds the disk space of logs', () => {
    for (const { logging } of Object.values(all)) {
      expect(logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
    }
  });

  test.each([...ours, ['forwarder', all['forwarder']!] as const])(
    'gives the %s no right it does not need',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: 'true',
        tmpfs: ['/tmp:size=64m'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      });
    },
  );

  test('publishes the console only on this machine', () => {
    const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
    expect(published).toEqual(['127.0.0.1:3000:3000']);
    expect(all['forwarder']!.ports).toEqual(['127.0.0.1:3001:3001']);
  });

  test('keeps the data of each service in a volume of its own', () => {
    const volumes = Object.values(all).flatMap((service) => service.volumes);
    expect(new Set(volumes.map((volume) => volume.split(':')[0])).size).toBe(4);
  });

  test('runs the forwarder alone, without a database, by its profile', () => {
    const forwarder = all['forwarder']!;
    expect(forwarder.profiles).toEqual(['forward']);
    expect(forwarder).not.toHaveProperty('depends_on');
    expect(forwarder.environment['RELAY_MODE']).toBe('forward');
    expect(forwarder.environment).not.toHaveProperty('DATABASE_URL');
  });

  test('gives the forwarder all settings of the relay that need no database or other service', () => {
    const ofRelay = Object.keys(all['relay']!.environment);
    const ofForwarder = new Set(Object.keys(all['forwarder']!.environment));
    const left = ofRelay.filter((name) => !ofForwarder.has(name));
    // Limits on recorded data do not concern a forwarder.
    const bounds = [
      'NEW_ISSUES_MAX',
      'NEW_ISSUES_PER_MINUTE',
      'STORAGE_BUDGET_BYTES',
      'WHOLE_EVENTS_PER_HOUR',
    ];
    const alerts = ['MAIL_FROM', 'SMTP_URL'];
    expect(left.toSorted()).toEqual(
      [
        ...bounds,
        ...alerts,
        'DATABASE_URL',
        // The relay needs the organisation's name only to make tokens.
        'ERRATA_ORG',
        'PGPASSWORD',
        'PUBLIC_PORT',
        'PUBLIC_URL',
      ].toSorted(),
    );
  });
});

/**
 * The keys that the schema of docker-compose 1.29 allows in a service, a health check and a
 * dependency.
 */
const KNOWN_TO_1_29: readonly (readonly [
  (service: ComposeService) => object | undefined,
  readonly string[],
])[] = [
  [
    (service) => service,
    (
      'image build command environment volumes ports profiles depends_on restart read_only tmpfs cap_drop ' +
      'security_opt init logging stop_grace_period healthcheck shm_size'
    ).split(' '),
  ],
  [({ healthcheck }) => healthcheck, ['test', 'interval', 'timeout', 'retries', 'start_period']],
  [({ depends_on }) => depends_on?.['postgres'], ['condition']],
];

test('neither the image nor git takes backups and settings in', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'errata-context-'));
  const folder = join(parent, 'installation');
  const kept = ['backups/2026-11-21/secret', '.env', '.env.old', 'forwarder.env'];
  try {
    mkdirSync(join(folder, 'backups/2026-11-21'), { recursive: true });
    copyFileSync(join(root, '.dockerignore'), join(folder, '.dockerignore'));
    for (const path of [...kept, 'package.json']) writeFileSync(join(folder, path), '');
    const context = join(parent, 'context');
    await copyBuildContext(folder, context);
    expect((await readdir(context)).toSorted()).toEqual(['.dockerignore', 'package.json']);
  } finally {
    await rm(parent, { recursive: true });
  }
  const ignored = ['backups/2026-11-21/secret', '.env', 'forwarder.env'];
  const said = execFileSync('git', ['check-ignore', ...ignored], { cwd: root, encoding: 'utf8' });
  expect(said.trim().split('\n')).toEqual(ignored);
});

function withoutProfile(services: Record<string, ComposeService>): Record<string, ComposeService> {
  return Object.fromEntries(Object.entries(services).filter(([, { profiles }]) => !profiles));
}

describe('the image, without an engine', () => {
  let folder: string;
  let image: Image;
  let services: Record<string, ComposeService>;
  let port: number;
  let relayPort: number;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let containers: Container[] = [];

  beforeAll(async () => {
    // The folder is on the same disk as the packages, so that packages can be linked. In memory, a
    // gigabyte would have to be copied.
    folder = await mkdtemp(join(diskFolder(), 'errata-compose-'));
    // The services' user has to reach the folder.
    await chmod(folder, 0o755);
    [port, relayPort] = (await findFreePorts(2)) as [number, number];
    postgres = await startPostgres();
    const all = readComposeFile(composeFile, { ...variables, PORT: String(port) });
    services = withoutProfile(all);
    image = await makeImage(folder);
    // Only folders lose the right to write, because the packages' files are links to those of this
    // checkout.
    changeFolders(join(image.folder, image.workdir), 'a-w');
  });

  afterAll(async () => {
    await Promise.all(containers.map((container) => container.stop()));
    await postgres.remove();
    changeFolders(folder, 'u+w');
    await rm(folder, { recursive: true, force: true });
  });

  function changeFolders(path: string, mode: string): void {
    execFileSync('find', [path, '-type', 'd', '-exec', 'chmod', mode, '{}', '+']);
  }

  /** Starts all services at once, as an engine does when it starts again. */
  async function up(): Promise<void> {
    const { host, pathname } = new URL(postgres.url);
    const addresses = {
      'postgres:5432/errata': `${host}${pathname}`,
      'relay:3001': `127.0.0.1:${relayPort}`,
    };
    const ports: Record<string, string> = { 3000: String(port), 3001: String(relayPort) };
    const names = inStartOrder(services).filter((service) => service !== 'postgres');
    containers = names.map((name) => {
      const service = services[name] as ComposeService;
      const environment = Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, ports[value] ?? value]),
      );
      return new Container(name, { ...service, environment }, image, { folder, addresses });
    });
    await Promise.all(containers.map((container) => container.healthy()));
  }

  async function countEvents(): Promise<number> {
    const database = openDatabase({ dataDir: '/', databaseUrl: postgres.url });
    try {
      const issues = await createStores(database).issues.list({ limit: 100 });
      return issues.reduce((sum, { events }) => sum + events, 0);
    } finally {
      await database.close();
    }
  }

  test('holds the built services and the packages they need, but no development packages', async () => {
    const files = await readdir(join(image.folder, image.workdir));
    expect(files.toSorted()).toEqual([
      'LICENSE',
      'dist',
      'docs',
      'node_modules',
      'package.json',
      'scripts',
    ]);
    const isInstalled = (name: string): boolean =>
      existsSync(join(image.folder, image.workdir, 'node_modules', name, 'package.json'));
    for (const name of ['kysely', 'pg', 'react', '@nestjs/core']) {
      expect({ name, installed: isInstalled(name) }).toEqual({ name, installed: true });
    }
    for (const name of ['jest', 'vite', 'typescript', 'playwright-core', '@swc/core']) {
      expect({ name, installed: isInstalled(name) }).toEqual({ name, installed: false });
    }
  });

  test('holds no files of packages that services do not load', () => {
    const cwd = join(image.folder, image.workdir, 'node_modules');
    expect(globSync('**/*.{map,d.ts,d.mts,ts,c,h}', { cwd })).toEqual([]);
  });

  test('runs both services without a setting, and prints address, owner link and DSN', async () => {
    const ports = { PORT: String(port), RELAY_PORT: String(relayPort) };
    const service = { image: 'errata', restart: 'no', environment: ports, volumes: ['all:/data'] };
    const all = new Container('errata', service, image, { folder, addresses: {} });
    containers = [all];
    await eventually('the welcome', () => Promise.resolve(all.output.includes('Ctrl-C stops')));
    await all.healthy();
    expect(all.output).toContain(`http://localhost:${port}`);
    const [, dsn] = /DSN {2}(\S+)/.exec(all.output) ?? [];
    await promisify(execFile)(process.execPath, [join(root, 'test/fixtures/node-app.mjs')], {
      env: { ...process.env, DSN: dsn },
    });

    const url = `http://localhost:${port}/issues`;
    await eventually('the error in the list', async () => {
      const { text } = await ask(url, toPass(all.output));
      return text.includes('totalOf');
    });
    expect((await ask(url, {})).status).toBe(401);
    const help = await ask(`http://localhost:${port}/help/alerts`, toPass(all.output));
    expect(help.text).toContain('<h1');
    expect(await all.stop()).toBe(0);
  });

  test('runs operator commands, such as the one that prints its version', async () => {
    const service = { image: 'errata', restart: 'no', environment: {}, volumes: ['all:/data'] };
    const place = { folder, addresses: {} };
    const version = new Container('errata', { ...service, command: ['version'] }, image, place);
    expect(await version.end()).toBe(0);
    expect(version.output).toBe(`errata ${readVersion()}\n`);
  });

  function readVersion(): string {
    const text = readFileSync(join(root, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  }

  test('writes its data and SQLite’s temporary files to its volume', () => {
    const { DATA_DIR, SQLITE_TMPDIR } = image.env;
    expect([DATA_DIR, SQLITE_TMPDIR]).toEqual(['/data', '/data']);
  });

  test('does not run as root', () => {
    expect(image.user).toBe('1000:1000');
  });

  test('takes an error of the real SDK and shows it on a page', async () => {
    await up();
    const url = `http://localhost:${port}`;

    await promisify(execFile)(process.execPath, [join(root, 'test/fixtures/node-app.mjs')], {
      env: { ...process.env, DSN: `http://0123456789abcdef@localhost:${port}/7` },
    });

    const list = await eventually('the error in the list', async () => {
      const printed = containers.map(({ output }) => output).join('\n');
      const { text } = await ask(`${url}/issues`, toPass(printed));
      return text.includes('totalOf') && text;
    });
    expect(list).toContain('SHOP-1');
  });

  test('logs where it listens', () => {
    expect(containers.map(({ output }) => output)).toEqual([
      expect.stringContaining('Listening on 0.0.0.0, port'),
      expect.stringContaining('Listening on 0.0.0.0, port'),
    ]);
  });

  test('stops at once when it is told to', async () => {
    expect(await Promise.all(containers.map((container) => container.stop()))).toEqual([0, 0]);
  });

  test('takes every report while PostgreSQL starts after it, and records each once', async () => {
    const before = await countEvents();
    await postgres.stop();
    await up();

    const eventIds = Array.from({ length: 500 }, createEventId);
    const statuses = await Promise.all(eventIds.map(report));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const page = await ask(`http://localhost:${port}/issues`, { Accept: 'text/html' });
    expect(page.status).toBe(503);
    expect(page.text).toContain('The relay accepts and keeps reports meanwhile.');

    await postgres.start();
    const count = await eventually('all of them in the database', async () => {
      const stored = await countEvents();
      return stored - before >= 500 && stored - before;
    });
    expect(count).toBe(500);
    await eventually(
      'pages',
      async () => (await ask(`http://localhost:${port}/sign-in`)).status !== 503,
    );
    const [relay = '', renderer = ''] = containers.map(({ output }) => output);
    expect(relay + renderer).not.toContain('stopped unexpectedly');
    expect(await Promise.all(containers.map((container) => container.stop()))).toEqual([0, 0]);
  });

  async function report(eventId: string): Promise<number> {
    const url = `http://localhost:${port}/api/7/envelope/?sentry_key=0123456789abcdef`;
    const response = await fetch(url, { method: 'POST', body: createEnvelope({ eventId }) });
    await response.arrayBuffer();
    return response.status;
  }
});
