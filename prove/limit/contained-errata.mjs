import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toEnvironment } from '../../bench/processes/environment.mjs';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { Program, stopWithAll } from '../../scripts/support/program.mjs';
import { Failure } from '../../scripts/support/failure.mjs';
import { makeImage } from '../../test/support/image.ts';
import { makeControlGroup } from './control-group.mjs';

const USER = 1000;
/** The interval of the Dockerfile's HEALTHCHECK. */
const CHECK_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 50;

/**
 * Makes everything but the data read-only in a mount namespace of its own, and drops root's rights.
 * A container engine does the same for --read-only, --user and --cap-drop.
 */
const CONTAIN = `
data=$1; user=$2; shift 2
while [ "$1" != -- ]; do echo $$ > "$1"; shift; done
shift
mount --make-rprivate / && mount --bind "$data" "$data" && mount -o remount,bind,ro / || exit 125
exec setpriv --reuid "$user" --regid "$user" --clear-groups --bounding-set -all --no-new-privs "$@"`;

/**
 * Starts both services from an image folder, made by the steps of the Dockerfile, under a limit of
 * memory and cores.
 *
 * @param {string} folder empty, on a disk
 */
export async function startContained(folder, limit) {
  if (process.getuid?.() !== 0) {
    throw new Failure('The limit needs root, to make a control group and a read-only file system.');
  }
  chmodSync(folder, 0o755);
  const image = await makeImage(join(folder, 'image'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, USER, USER);
  const group = makeControlGroup(`errata-prove-${process.pid}`, limit);
  const [port, relayPort] = await findFreePorts(2);
  const env = toEnvironment({
    ...image.env,
    PATH: process.env.PATH,
    HOME: dataDir,
    DATA_DIR: dataDir,
    SQLITE_TMPDIR: dataDir,
    PORT: String(port),
    RELAY_PORT: String(relayPort),
  });
  const words = ['sh', '-c', CONTAIN, 'sh', dataDir, String(USER), ...group.entries, '--'];
  const contain = (...command) =>
    new Program(['unshare', '-m', ...words, process.execPath, ...command], {
      cwd: join(image.folder, image.workdir),
      env,
    });
  const program = contain(join(image.folder, 'usr/local/bin', image.entrypoint[0]));
  const [, ...check] = image.healthcheck;
  let unhealthy = 0;
  let ending;
  const checks = setInterval(async () => {
    const code = await contain(...check).untilEnded();
    if (code !== 0 && !ending) unhealthy += 1;
  }, CHECK_EVERY_MS);
  const stop = async () => {
    clearInterval(checks);
    const code = await program.end();
    // The group can be removed once no health check runs in it any more.
    while (group.readPids().length > 0) await pause(LOOK_EVERY_MS);
    group.remove();
    return code;
  };
  const errata = {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    relayUrl: `http://127.0.0.1:${relayPort}`,
    group,
    program,
    countUnhealthy: () => unhealthy,
    /** Ids of the supervisor and its services. They stay the same unless a process ends. */
    readPids: () =>
      group
        .readPids()
        .filter((id) => id === program.pid || readParent(id) === program.pid)
        .toSorted((one, other) => one - other),
    end: () => (ending ??= stop()),
  };
  stopWithAll(errata);
  await program.untilPrinted('Ctrl-C stops');
  return errata;
}

function readParent(pid) {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
