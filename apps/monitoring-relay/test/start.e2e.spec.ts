import {
  chmodSync,
  cpSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { readMetricsText } from '../../../test/support/metrics.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { toStartFault } from '../src/start-fault.ts';
import { RelayProcess } from './support/relay-process.ts';
import { MonitoringLog } from './support/doubles.ts';
import { startRelay } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

// A file beyond the process's limit makes SQLite raise an extended error code.
const LIMITED = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh'];

it.each<[string, RegExp, Record<string, string>, string[]]>([
  ['a setting is wrong', /^relay: .*RELAY_PORT/, { RELAY_PORT: 'http' }, []],
  [
    'its disk fails',
    /^relay: the spool .*\/spool\/\w+\/spool\.sqlite cannot be used: .*SQLITE_IOERR/,
    {},
    LIMITED,
  ],
])('the relay ends and says in one line that %s', async (_, line, env, under) => {
  const relay = new RelayProcess({ dataDir: createTemporaryFolder(), port: 0, env, under });
  expect(await relay.exitCode()).toBe(1);
  expect(relay.printed).toMatch(line);
  expect(relay.printed.trim().split('\n')).toHaveLength(1);
});

describe('the fault of a start', () => {
  const findFault = (variables: Record<string, string>): Promise<string> =>
    startRelay(variables).then(() => 'It began.', toStartFault);

  it('says that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fault = await findFault({ RELAY_PORT: String(port) });
    server.close();
    expect(fault).toBe(`port ${port} is in use; set RELAY_PORT to another one`);
  });

  it('says that the data folder cannot be written', async () => {
    const path = join(createTemporaryFolder(), 'file');
    writeFileSync(path, '');
    // The helper makes no database in the folder when there is a URL. Port 1 has no listener.
    const DATABASE_URL = 'postgres://errata@127.0.0.1:1/errata';
    const fault = await findFault({ DATA_DIR: join(path, 'data'), DATABASE_URL });
    expect(fault).toMatch(/^DATA_DIR .*is not a folder$/);
  });

  it('says that the database is damaged, and names the document', async () => {
    const dataDir = createTemporaryFolder();
    writeFileSync(join(dataDir, 'errata.sqlite'), 'damage'.repeat(10_000));
    expect(await findFault({ DATA_DIR: dataDir })).toMatch(
      /^The database is damaged\. .* See docs\/backup\.md\.$/,
    );
  });

  it('says that a project cannot have its id', async () => {
    const { dataDir, close } = await startRelay({ ERRATA_PROJECTS: 'web=5:abc' });
    await close();
    // A relay that has stored keys waits only a second for its database.
    rmSync(join(dataDir, 'spool'), { recursive: true });
    const fault = await findFault({ DATA_DIR: dataDir, ERRATA_PROJECTS: 'shop=5' });
    expect(fault).toMatch(/^ERRATA_PROJECTS: .*"web" has it/);
  });
});

it('the relay reports commits of the database that cannot be read, and goes on', async () => {
  const relay = await startRelay();
  for (let report = 0; report < 5; report += 1) {
    await relay.send().expect(200);
    await relay.drained();
  }
  // The copy is in the state that a killed relay leaves.
  const DATA_DIR = createTemporaryFolder();
  for (const name of ['errata.sqlite', 'errata.sqlite-wal', 'secret']) {
    cpSync(join(relay.dataDir, name), join(DATA_DIR, name));
  }
  const log = join(DATA_DIR, 'errata.sqlite-wal');
  const bytes = readFileSync(log);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(log, bytes);
  const monitoring = new MonitoringLog();
  const next = await startRelay({ DATA_DIR }, { monitoring });
  expect(monitoring.errors).toEqual([expect.objectContaining({ code: 'database.damaged' })]);
  await next.send().expect(200);
});

it('the relay writes one line, and files for their owner alone, whatever the umask', async () => {
  const dataDir = createTemporaryFolder();
  const umask = process.umask(0o002);
  const relay = await RelayProcess.start({ dataDir });
  process.umask(umask);
  expect((await relay.send()).status).toBe(200);
  await relay.drained();
  const made = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(made).toEqual(expect.arrayContaining(['errata.sqlite', 'secret']));
  const open = made.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(relay.printed.trim().split('\n')).toEqual([expect.stringContaining('Listening on')]);
  expect(await relay.terminate()).toBe(0);
});

describe('a relay that starts among mistakes', () => {
  let dataDir: string;
  let relay: RelayProcess;
  let spool: string;

  beforeAll(async () => {
    dataDir = createTemporaryFolder({ isShared: true });
    chmodSync(dataDir, 0o755);
    const file = openSpoolFile(dataDir);
    spool = file.name;
    const path = file.db.name;
    file.close();
    // SQLite reads this page first.
    writeFileSync(path, readFileSync(path).fill('damage', 8192));
    const env = {
      UPSTREAM_DSN: 'app=http://k@localhost:9/1,wbe=http://k@localhost:9/2',
      RELAY_PUBLIC_URL: 'https://in.example.com',
    };
    relay = await RelayProcess.start({ dataDir, env, isShared: true });
  });

  it.each<[string, () => string]>([
    ['an unknown project', () => 'UPSTREAM_DSN names the project wbe, which does not exist'],
    ['a proxy that TRUST_PROXY does not name', () => 'Name the proxy in TRUST_PROXY'],
    ['an open data folder', () => `Other users of this machine may read DATA_DIR ${dataDir}`],
    ['a damaged spool', () => `Spool ${spool} is damaged and set aside in ${dataDir}/damaged/`],
    [
      'damaged spools of earlier',
      () => `1 damaged spool is set aside in ${dataDir}/damaged. Reports that were accepted`,
    ],
  ])('warns of %s', async (_, line) => {
    await eventually('a warning', () => relay.printed.includes(line()));
  });

  it('warns of no project that is there', () => {
    expect(relay.printed).not.toContain('names the project app,');
  });

  it('takes reports, and counts the damaged spool', async () => {
    expect((await relay.send()).status).toBe(200);
    expect(await readMetricsText(relay.url)).toContain('\nerrata_relay_damaged_spools 1\n');
  });
});
