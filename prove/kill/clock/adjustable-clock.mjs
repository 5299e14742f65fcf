import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PRELOAD = join(import.meta.dirname, 'behind.preload.mjs');

/** The time of day of a process whose clock can be wrong; what counts on stays as it is, as with a real one. */
export class AdjustableClock {
  #file;

  /** @param {string} folder where it keeps by how much */
  constructor(folder) {
    this.#file = join(folder, 'clock-behind-ms');
  }

  /** How a process is started that goes by it. */
  get startOptions() {
    return {
      nodeArgs: ['--import', PRELOAD],
      settings: { PROVE_CLOCK_FILE: this.#file },
    };
  }

  /** @param {number} behindMs from the true time */
  async setBehind(behindMs) {
    // Never half of it is read.
    await writeFile(`${this.#file}.new`, String(behindMs));
    await rename(`${this.#file}.new`, this.#file);
  }
}
