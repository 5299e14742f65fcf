import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long it takes to answer, at most. */
const MOST_ANSWER_MS = 400;

/**
 * @typedef {object} Receipt
 * @property {number} atMs when the message had arrived, by this process's clock
 */

/** A webhook that writes down when each message arrived. */
export class Receiver {
  /** By the message's id. @type {Map<string, Receipt[]>} */
  receipts = new Map();
  #random;
  #server = createServer((request, response) => void this.#take(request, response));

  /** @param {() => number} random */
  constructor(random) {
    this.#random = random;
  }

  /** Resolves with its port, on loopback. */
  async listen() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this.#server.address().port;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request, response) {
    // Who is killed while it sends is nobody's fault here.
    const isWhole = await once(request.resume(), 'end').then(
      () => true,
      () => false,
    );
    if (!isWhole) return;
    const id = request.headers['errata-delivery'];
    this.receipts.set(id, [...(this.receipts.get(id) ?? []), { atMs: performance.now() }]);
    await pause(this.#random() * MOST_ANSWER_MS);
    response.end('ok');
  }
}
