import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export class Upstream {
  /**
   * Ids in the order of arrival, with repetitions.
   *
   * @type {string[]}
   */
  eventIds = [];
  #server = createServer((incoming, response) => void this.#take(incoming, response));
  #isAway;

  /** @param {() => boolean} isAway called for each report; true answers 503 and does not take it */
  constructor(isAway) {
    this.#isAway = isAway;
  }

  get dsn() {
    return `http://upstream@127.0.0.1:${this.#server.address().port}/1`;
  }

  async open() {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  async close() {
    this.#server.closeAllConnections();
    await this.#server[Symbol.asyncDispose]();
  }

  async #take(incoming, response) {
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    const isAway = this.#isAway();
    if (!isAway) this.eventIds.push(readEventId(incoming, body));
    response.writeHead(isAway ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
  }
}

function readEventId({ headers }, body) {
  const envelope = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return JSON.parse(envelope.subarray(0, envelope.indexOf('\n')).toString()).event_id;
}
