import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { METRICS_TOKEN } from '../../bench/processes/environment.mjs';
import { PROJECT } from '../../bench/processes/errata.mjs';
import { stopWithAll } from '../../bench/processes/server.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';
import { NO_BOUNDS } from '../../scripts/support/no-bounds.mjs';
import { Failure } from '../../scripts/support/failure.mjs';
import { makeImage } from '../../test/support/image.ts';
import { ControlGroup } from './control-group.mjs';

/** The user of the image, by number. */
const USER = 1000;
/** The interval of the Dockerfile's HEALTHCHECK. */
const CHECK_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 50;
const DEADLINE_MS = 120_000;

/**
 * In a mount namespace of its own nothing of the root file system but the data can be written, and the process has no rights of
 * root, as with an engine's --read-only, --user and --cap-drop.
 */
const CONTAIN = `
data=$1; user=$2; shift 2
while [ "$1" != -- ]; do echo $$ > "$1"; shift; done
shift
mount --make-rprivate / && mount --bind "$data" "$data" && mount -o remount,bind,ro / || exit 125
exec setpriv --reuid "$user" --regid "$user" --clear-groups --bounding-set -all --no-new-privs "$@"`;

/** All in one, from the Dockerfile's steps carried out in a folder, under a limit of memory and cores. */
export class ContainedErrata {
  #child;
  #ended;
  #group;
  #printed = '';
  #stopping;
  #checks;
  unhealthy = 0;

  constructor({ dataDir, ports: [port, relayPort], image, group }) {
    this.url = `http://127.0.0.1:${port}`;
    this.relayUrl = `http://127.0.0.1:${relayPort}`;
    this.dataDir = dataDir;
    this.#group = group;
    const workdir = join(image.folder, image.workdir);
    const program = [process.execPath, join(image.folder, 'usr/local/bin', image.entrypoint[0])];
    const env = {
      ...inFolder(image.env, dataDir),
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      RELAY_PORT: String(relayPort),
      ERRATA_PROJECTS: `app=${PROJECT.id}:${PROJECT.publicKey}`,
      METRICS_TOKEN,
      ...NO_BOUNDS,
    };
    const contain = (words, stdio) =>
      spawn(
        'unshare',
        ['-m', 'sh', '-c', CONTAIN, 'sh', dataDir, String(USER), ...group.entries, '--', ...words],
        { cwd: workdir, env, stdio },
      );
    this.#child = contain(program, ['ignore', 'pipe', 'pipe']);
    const [, ...check] = image.healthcheck;
    this.#checks = setInterval(() => {
      contain([process.execPath, ...check], 'ignore').on('close', (code) => {
        if (code !== 0 && !this.#stopping) this.unhealthy += 1;
      });
    }, CHECK_EVERY_MS);
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.#printed += text));
    }
  }

  /**
   * @param {string} folder empty, on a disk
   * @param {{ bytes: number, cores: number }} limit
   */
  static async start(folder, limit) {
    if (process.getuid?.() !== 0) {
      throw new Failure(
        'prove limit needs root, to make a control group and a read-only file system.',
      );
    }
    chmodSync(folder, 0o755);
    const image = await makeImage(join(folder, 'image'));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, USER, USER);
    const group = new ControlGroup(`errata-prove-${process.pid}`, limit);
    const errata = new ContainedErrata({ dataDir, ports: await findFreePorts(2), image, group });
    stopWithAll(errata);
    await errata.#untilPrinted('Ctrl-C stops');
    return errata;
  }

  get printed() {
    return this.#printed;
  }

  /** The ids of the supervisor and its services, which stay the same unless one ended. */
  get pids() {
    const { pid } = this.#child;
    return this.#group.pids.filter((id) => id === pid || readParent(id) === pid);
  }

  get peakBytes() {
    return this.#group.peakBytes;
  }

  get kills() {
    return this.#group.kills;
  }

  /** Resolves with the exit code. */
  stop() {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  async #end() {
    clearInterval(this.#checks);
    this.#child.kill('SIGTERM');
    const [code] = await this.#ended;
    await this.#untilAlone();
    this.#group.remove();
    return code;
  }

  /** A health check may still run. */
  async #untilAlone() {
    while (this.#group.pids.length > 0) await pause(LOOK_EVERY_MS);
  }

  async #untilPrinted(text) {
    const endMs = performance.now() + DEADLINE_MS;
    while (!this.#printed.includes(text)) {
      if (this.#child.exitCode !== null || performance.now() > endMs) {
        throw new Error(`“${text}” was never printed.\n${this.#printed}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }
}

function readParent(pid) {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** The environment of the image, with the folder in the place of its volume. */
function inFolder(env, dataDir) {
  const { DATA_DIR: volume } = env;
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === volume ? dataDir : value]),
  );
}
