import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

const READERS = {
  event: ({ event_id: id }) => [id],
  log: ({ items }) => items.map(({ body }) => body),
  span: ({ items }) => items.map(({ span_id: id }) => id),
};

export class Upstream {
  /**
   * Envelopes in the order of arrival, with repetitions. Each is a list of the ids of its events
   * and spans, and the texts of its logs.
   *
   * @type {string[][]}
   */
  envelopes = [];
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
    if (!isAway) this.envelopes.push(readContents(incoming, body));
    response.writeHead(isAway ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
  }
}

function readContents({ headers }, body) {
  const envelope = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  const contents = [];
  let at = endOfLine(envelope, 0);
  while (at < envelope.length) {
    const begin = endOfLine(envelope, at);
    const { type, length } = JSON.parse(envelope.subarray(at, begin).toString());
    const end = length === undefined ? endOfLine(envelope, begin) : begin + length;
    const read = READERS[type];
    if (read) contents.push(...read(JSON.parse(envelope.subarray(begin, end).toString())));
    at = length === undefined ? end : end + 1;
  }
  return contents;
}

/** Returns where the next line begins. */
function endOfLine(bytes, from) {
  const end = bytes.indexOf('\n', from);
  return end < 0 ? bytes.length : end + 1;
}
