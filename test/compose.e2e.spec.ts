import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '#persistence/testing';
import { root } from '../scripts/support/root.mjs';
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

  test.each(Object.keys(secrets))('asks for %s', (name) => {
    expect(() => readComposeFile(composeFile, { ...secrets, [name]: '' })).toThrow(name);
  });

  test('runs the renderer, the relay and a database', () => {
    expect(inStartOrder(services)).toEqual(['postgres', 'relay', 'renderer']);
    expect(ours.map(([name]) => name)).toEqual(['relay', 'renderer']);
  });

  test('starts nothing before what it needs is healthy', () => {
    const conditions = Object.values(services).flatMap((service) =>
      Object.entries(service.depends_on ?? {}),
    );
    for (const [dependency, { condition }] of conditions) {
      expect(condition).toBe('service_healthy');
      expect(
        services[dependency]?.image === 'errata' || services[dependency]?.healthcheck,
      ).toBeTruthy();
    }
  });

  test.each([...ours, ['forwarder', all['forwarder']!] as const])(
    'gives the %s no right it does not need',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: 'true',
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      });
    },
  );

  test('publishes the console on this machine alone', () => {
    const published = Object.values(services).flatMap(({ ports }) => ports ?? []);
    expect(published).toEqual(['127.0.0.1:3000:3000']);
    expect(all['forwarder']!.ports).toEqual(['127.0.0.1:3001:3001']);
  });

  test('keeps what each service writes in a volume of its own', () => {
    const volumes = Object.values(all).flatMap((service) => service.volumes);
    expect(new Set(volumes.map((volume) => volume.split(':')[0])).size).toBe(4);
  });

  test('forwards with the relay alone, when it is asked for', () => {
    const forwarder = all['forwarder']!;
    expect(forwarder.profiles).toEqual(['forward']);
    expect(forwarder).not.toHaveProperty('depends_on');
    expect(forwarder.environment['RELAY_MODE']).toBe('forward');
    expect(forwarder.environment).not.toHaveProperty('DATABASE_URL');
  });

  test('lets the forwarder be set as the relay is, but for what takes a database or another service', () => {
    const ofRelay = Object.keys(all['relay']!.environment);
    const ofForwarder = new Set(Object.keys(all['forwarder']!.environment));
    const left = ofRelay.filter((name) => !ofForwarder.has(name));
    // Bounds are of what is recorded.
    const bounds = [
      'NEW_ISSUES_MAX',
      'NEW_ISSUES_PER_MINUTE',
      'STORAGE_BUDGET_BYTES',
      'WHOLE_EVENTS_PER_HOUR',
    ];
    expect(left.toSorted()).toEqual([...bounds, 'DATABASE_URL', 'PUBLIC_URL'].toSorted());
  });
});

/** What `docker compose up` starts. */
function withoutProfile(services: Record<string, ComposeService>): Record<string, ComposeService> {
  return Object.fromEntries(Object.entries(services).filter(([, { profiles }]) => !profiles));
}

describe('the image, without an engine', () => {
  let folder: string;
  let image: Image;
  let services: Record<string, ComposeService>;
  let port: number;
  let relayPort: number;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const containers: Container[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errata-compose-'));
    // The folder has to be open to the user that the services run as.
    await chmod(folder, 0o755);
    [port, relayPort] = (await findFreePorts(2)) as [number, number];
    database = await createTestDatabase('postgres');
    const all = readComposeFile(composeFile, { ...variables, PORT: String(port) });
    services = withoutProfile(all);
    image = await makeImage(folder);
    // Folders alone: the files of packages are links to those of this checkout.
    changeFolders(join(image.folder, image.workdir), 'a-w');
  });

  afterAll(async () => {
    await Promise.all(containers.map((container) => container.stop()));
    await database.remove();
    changeFolders(folder, 'u+w');
    await rm(folder, { recursive: true, force: true });
  });

  function changeFolders(path: string, mode: string): void {
    execFileSync('find', [path, '-type', 'd', '-exec', 'chmod', mode, '{}', '+']);
  }

  /** As `docker compose up`: each service once those it depends on are healthy. */
  async function up(): Promise<void> {
    const { host, pathname } = new URL(database.config.databaseUrl ?? '');
    const addresses = {
      'postgres:5432/errata': `${host}${pathname}`,
      'relay:3001': `127.0.0.1:${relayPort}`,
    };
    const ports: Record<string, string> = { 3000: String(port), 3001: String(relayPort) };
    for (const name of inStartOrder(services).filter((service) => service !== 'postgres')) {
      const service = services[name] as ComposeService;
      const environment = Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, ports[value] ?? value]),
      );
      const place = { folder, addresses };
      const container = new Container(name, { ...service, environment }, image, place);
      containers.push(container);
      // The next depends on this one.
      await container.healthy();
    }
  }

  test('holds the built services and the packages they need, nothing of development', async () => {
    const files = await readdir(join(image.folder, image.workdir));
    expect(files.toSorted()).toEqual(['dist', 'node_modules', 'package.json']);
    const isInstalled = (name: string): boolean =>
      existsSync(join(image.folder, image.workdir, 'node_modules', name, 'package.json'));
    for (const name of ['kysely', 'pg', 'react', '@nestjs/core']) {
      expect({ name, installed: isInstalled(name) }).toEqual({ name, installed: true });
    }
    for (const name of ['jest', 'vite', 'typescript', 'playwright-core', '@swc/core']) {
      expect({ name, installed: isInstalled(name) }).toEqual({ name, installed: false });
    }
  });

  test('is not run by root', () => {
    expect(image.user).toBe('node');
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

  test('stops at once when it is told to', async () => {
    expect(await Promise.all(containers.map((container) => container.stop()))).toEqual([0, 0]);
  });
});
