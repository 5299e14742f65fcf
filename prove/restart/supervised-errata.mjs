import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../../bench/processes/errata.mjs';
import { toEnvironment } from '../../bench/processes/environment.mjs';
import { findFreePorts } from '../../bench/processes/free-ports.mjs';
import { root } from '../../scripts/support/root.mjs';

const LOOK_EVERY_MS = 20;
const DEADLINE_MS = 120_000;

/** Both services under their supervisor, as `npm start` runs them, on a SQLite folder. */
export class SupervisedErrata {
  #child;
  #ended;
  #printed = '';

  constructor(dataDir, [port, relayPort]) {
    this.urls = [`http://127.0.0.1:${relayPort}`, `http://127.0.0.1:${port}`];
    this.#child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
      cwd: root,
      env: toEnvironment({
        DATA_DIR: dataDir,
        PORT: String(port),
        RELAY_PORT: String(relayPort),
        ERRATA_PROJECTS: `app=${PROJECT.id}:${PROJECT.publicKey}`,
        MONITORING_DSN: 'off',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.#printed += text));
    }
  }

  static async start(dataDir) {
    const errata = new SupervisedErrata(dataDir, await findFreePorts(2));
    await errata.#untilPrinted('Ctrl-C stops', 0);
    return errata;
  }

  /** Resolves when new processes have taken the place of both. */
  async renew() {
    const from = this.#printed.length;
    this.#child.kill('SIGHUP');
    await this.#untilPrinted('a new renderer takes over', from);
  }

  /** Resolves with the exit code. */
  async stop() {
    this.#child.kill('SIGTERM');
    const [code] = await this.#ended;
    return code;
  }

  async #untilPrinted(text, from) {
    const endMs = performance.now() + DEADLINE_MS;
    while (!this.#printed.includes(text, from)) {
      if (this.#child.exitCode !== null || performance.now() > endMs) {
        throw new Error(`“${text}” was never printed.\n${this.#printed.slice(from)}`);
      }
      await pause(LOOK_EVERY_MS);
    }
  }
}
