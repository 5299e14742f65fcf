import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { importBuilt } from '../../bench/processes/built.mjs';
import { PROJECT } from '../../bench/processes/errata.mjs';

const { createStores, openDatabase } = await importBuilt('libs/product/index.js');

const ASK_EVERY_MS = 200;
/** A lease of who was killed ends after 30 s, and a wait after a failure within a minute. */
const EMPTY_WITHIN_MS = 180_000;
const LISTED = 100_000;

/** Puts alerts for one webhook into the outbox, as those do who raise them. */
export class OutboxLoad {
  /** Ids. @type {string[]} */
  sent = [];
  #database;
  #deliveries;
  #channels;
  #channelId;

  /** @param {{ dataDir: string, databaseUrl?: string }} place @param {string} secret */
  constructor(place, secret) {
    this.#database = openDatabase(place);
    const { channels, deliveries } = createStores(this.#database, { secret });
    this.#channels = channels;
    this.#deliveries = deliveries;
  }

  /** @param {number} port of the webhook */
  async prepare(port) {
    const by = { nowMs: Date.now() };
    await this.#channels.allowHost(`127.0.0.1:${port}`, by);
    this.#channelId = await this.#channels.add(
      { projectId: PROJECT.id },
      {
        kind: 'webhook',
        name: 'Proof',
        hint: '',
        settings: { address: `http://127.0.0.1:${port}/`, secret: 'a secret of the webhook' },
      },
      by,
    );
  }

  /** @param {number} count */
  async put(count) {
    for (let left = count; left > 0; left -= 1) {
      const id = randomUUID();
      const nowMs = Date.now();
      const message = {
        id,
        kind: 'issues',
        title: `Alert ${this.sent.length}`,
        lines: [],
        level: 'error',
        issues: [],
        more: 0,
        url: 'http://127.0.0.1/',
        atMs: nowMs,
      };
      const destination = { to: 'channel', channelId: this.#channelId };
      await this.#deliveries.put({ destination, message }, nowMs);
      this.sent.push(id);
    }
  }

  /** Resolves, once nothing waits, with how many the log says were sent. */
  async untilEmpty() {
    const endMs = performance.now() + EMPTY_WITHIN_MS;
    for (;;) {
      const log = await this.#deliveries.list({ projectId: PROJECT.id }, LISTED);
      const waiting = log.filter(({ state }) => state === 'waiting').length;
      if (waiting === 0) return log.filter(({ state }) => state === 'sent').length;
      if (performance.now() > endMs) return log.length - waiting;
      await pause(ASK_EVERY_MS);
    }
  }

  close() {
    return this.#database.close();
  }
}
