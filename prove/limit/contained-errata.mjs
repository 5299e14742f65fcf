import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { METRICS_TOKEN } from '../../bench/processes/environment.mjs';
import { PROJECT } from '../../bench/processes/errata.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';
import { NO_BOUNDS } from '../../scripts/support/no-bounds.mjs';
import { Failure } from '../../scripts/support/failure.mjs';
import { makeImage } from '../../test/support/image.ts';
import { ControlGroup } from './control-group.mjs';

/** The user of the image, by number. */
const USER = 1000;
const LOOK_EVERY_MS = 50;
const DEADLINE_MS = 120_000;

/**
 * In a mount namespace of its own nothing but the data can be written, and the process has no rights of root: all that an
 * engine's --read-only, --user and --cap-drop do.
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

  constructor({ dataDir, ports: [port, relayPort], image, group }) {
    this.url = `http://127.0.0.1:${port}`;
    this.relayUrl = `http://127.0.0.1:${relayPort}`;
    this.dataDir = dataDir;
    this.#group = group;
    const workdir = join(image.folder, image.workdir);
    const program = [process.execPath, join(image.folder, 'usr/local/bin', image.entrypoint[0])];
    this.#child = spawn(
      'unshare',
      ['-m', 'sh', '-c', CONTAIN, 'sh', dataDir, String(USER), ...group.entries, '--', ...program],
      {
        cwd: workdir,
        env: {
          ...inFolder(image.env, dataDir),
          PATH: process.env.PATH,
          PORT: String(port),
          RELAY_PORT: String(relayPort),
          ERRATA_PROJECTS: `app=${PROJECT.id}:${PROJECT.publicKey}`,
          METRICS_TOKEN,
          ...NO_BOUNDS,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
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
    await errata.#untilPrinted('Ctrl-C stops');
    return errata;
  }

  get printed() {
    return this.#printed;
  }

  /** The ids of all its processes: they stay the same unless one ended. */
  get pids() {
    return this.#group.pids;
  }

  get peakBytes() {
    return this.#group.peakBytes;
  }

  get kills() {
    return this.#group.kills;
  }

  /** Resolves with the exit code. */
  async stop() {
    this.#child.kill('SIGTERM');
    const [code] = await this.#ended;
    this.#group.remove();
    return code;
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

/** The environment of the image, with the folder in the place of its volume. */
function inFolder(env, dataDir) {
  const { DATA_DIR: volume } = env;
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === volume ? dataDir : value]),
  );
}
