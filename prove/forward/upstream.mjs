import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** Another service that takes envelopes, and remembers the ids of their events. */
export class Upstream {
  /** In the order in which they came; what came twice stands there twice. @type {string[]} */
  eventIds = [];
  putOff = 0;
  #server = createServer((incoming, response) => void this.#take(incoming, response));
  #isAway;
  #port = 0;

  /** @param {() => boolean} [isAway] asked for each report: whether it is answered 503, and not taken */
  constructor(isAway = () => false) {
    this.#isAway = isAway;
  }

  get dsn() {
    return `http://upstream@127.0.0.1:${this.#port}/1`;
  }

  /** At a port of its own, which it keeps while it is closed. */
  async open() {
    await new Promise((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = this.#server.address().port;
    return this;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(incoming, response) {
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    const isAway = this.#isAway();
    if (isAway) this.putOff += 1;
    else this.eventIds.push(readEventId(incoming, body));
    response.writeHead(isAway ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
  }
}

function readEventId({ headers }, body) {
  const envelope = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return JSON.parse(envelope.subarray(0, envelope.indexOf('\n')).toString()).event_id;
}
