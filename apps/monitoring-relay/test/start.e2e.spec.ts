import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { readMetricsText } from '../../../test/support/metrics.ts';
import { createEnvelope } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function expectToFail(
  env: Record<string, string>,
  line: RegExp,
  under: readonly string[] = [],
): Promise<void> {
  const relay = new RelayProcess({ dataDir: createTemporaryFolder(), port: 0, env, under });
  expect(await relay.exitCode()).toBe(1);
  expect(relay.output).toMatch(line);
  expect(relay.output.trim().split('\n')).toHaveLength(1);
}

it('the relay names a wrong setting in one line', async () => {
  await expectToFail({ RELAY_PORT: 'http' }, /^relay: .*RELAY_PORT/);
});

it('the relay says in one line that its port is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expectToFail({ RELAY_PORT: String(port) }, new RegExp(`^relay: port ${port} is in use`));
});

it('the relay says in one line that its folder cannot be written', async () => {
  const path = join(createTemporaryFolder(), 'file');
  writeFileSync(path, '');
  await expectToFail({ DATA_DIR: join(path, 'data') }, /^relay: .*DATA_DIR .*is not a folder/);
});

it('the relay says in one line that its disk fails', async () => {
  // A file beyond the process's limit makes SQLite raise an extended error code.
  const under = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh'];
  await expectToFail(
    {},
    /^relay: the spool .*\/spool\/\w+\/spool\.sqlite cannot be used: .*SQLITE_IOERR/,
    under,
  );
});

it('the relay warns of an upstream for a project that does not exist', async () => {
  const env = {
    ERRATA_PROJECTS: 'web=5:abc',
    UPSTREAM_DSN: 'web=http://k@localhost:9/1,wbe=http://k@localhost:9/2',
  };
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder(), env });
  const warning = 'UPSTREAM_DSN names the project wbe, which does not exist';
  await eventually('a warning', () => relay.output.includes(warning));
  expect(relay.output).not.toContain('names the project web,');
  expect(await relay.terminate()).toBe(0);
});

it('the relay warns of a proxy that TRUST_PROXY does not name', async () => {
  const env = { RELAY_PUBLIC_URL: 'https://in.example.com' };
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder(), env });
  await eventually('a warning', () => relay.output.includes('Name the proxy in TRUST_PROXY'));
  expect(await relay.terminate()).toBe(0);
});

it.each([
  ['from its first byte', 0],
  ['where it is read first', 8192],
])(
  'the relay sets a spool aside that is damaged %s, says so, and takes reports',
  async (_, offset) => {
    const dataDir = createTemporaryFolder();
    const first = await RelayProcess.start({ dataDir });
    expect(await first.terminate()).toBe(0);
    const path = findSpool(dataDir);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill('damage', offset));
    const second = await RelayProcess.start({ dataDir, env: { ERRATA_PROJECTS: 'web=5:abc' } });
    const name = basename(dirname(path));
    expect(second.output).toContain(
      `Spool ${name} is damaged and set aside in ${dataDir}/damaged/`,
    );
    const metrics = await readMetricsText(second.url);
    expect(metrics).toContain('\nerrata_relay_damaged_spools 1\n');
    const address = `${second.url}/api/5/envelope/?sentry_key=abc`;
    expect((await fetch(address, { method: 'POST', body: createEnvelope({}) })).status).toBe(200);
    expect(await second.terminate()).toBe(0);
    const third = await RelayProcess.start({ dataDir });
    const notice = `1 damaged spool is set aside in ${dataDir}/damaged. Reports that were accepted`;
    await eventually('a warning', () => third.output.includes(notice));
    expect(await third.terminate()).toBe(0);
  },
);

function findSpool(dataDir: string): string {
  const root = join(dataDir, 'spool');
  return join(root, readdirSync(root)[0]!, 'spool.sqlite');
}

it('the relay says in one line that a project cannot have its id', async () => {
  const dataDir = createTemporaryFolder();
  const first = await RelayProcess.start({ dataDir, env: { ERRATA_PROJECTS: 'web=5:abc' } });
  expect(await first.terminate()).toBe(0);
  await expectToFail(
    { DATA_DIR: dataDir, ERRATA_PROJECTS: 'shop=5' },
    /^relay: ERRATA_PROJECTS: .*"web" has it/,
  );
});

it('the relay writes one line when it listens', async () => {
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder() });
  expect(relay.output.trim().split('\n')).toEqual([expect.stringContaining('Listening on')]);
  expect(await relay.terminate()).toBe(0);
});

it('the relay makes its files readable for their owner alone, whatever the umask', async () => {
  const dataDir = createTemporaryFolder();
  const umask = process.umask(0o002);
  const relay = await RelayProcess.start({ dataDir, env: { ERRATA_PROJECTS: 'web=5:abc' } });
  process.umask(umask);
  const address = `${relay.url}/api/5/envelope/?sentry_key=abc`;
  expect((await fetch(address, { method: 'POST', body: createEnvelope({}) })).status).toBe(200);
  await relay.drained();
  const made = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(made).toEqual(expect.arrayContaining(['errata.sqlite', 'secret']));
  const open = made.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(relay.output).not.toContain('Other users of this machine');
  expect(await relay.terminate()).toBe(0);
});

it('the relay warns of a data folder that other users may read', async () => {
  const dataDir = createTemporaryFolder();
  chmodSync(dataDir, 0o755);
  const relay = await RelayProcess.start({ dataDir });
  expect(relay.output).toContain(`Other users of this machine may read DATA_DIR ${dataDir}`);
  expect(await relay.terminate()).toBe(0);
});
