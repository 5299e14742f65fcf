import { Agent, request } from 'node:http';

/** Many browsers that listen for changes, each with a connection of its own. */
export class Listeners {
  #agent = new Agent({ maxSockets: Infinity });
  #requests = [];
  /** When each was told last, by `performance.now()`; undefined: not since `forget`. */
  #toldAtMs = [];

  /** Opens the connections, some at a time. Rejects when one is refused. */
  async open(url, { count, cookie = '' }) {
    while (this.#requests.length < count) {
      await Promise.all(Array.from({ length: 50 }, () => this.#openOne(url, cookie)));
    }
  }

  #openOne(url, cookie) {
    const index = this.#requests.length;
    const asked = request(url, { agent: this.#agent, headers: { cookie } });
    this.#requests.push(asked);
    return new Promise((resolve, reject) => {
      asked.once('error', reject).once('response', (answer) => {
        if (answer.statusCode !== 200) {
          reject(new Error(`${url} answered ${answer.statusCode}.`));
          return;
        }
        answer.on('data', (chunk) => {
          if (chunk.includes('data:')) this.#toldAtMs[index] = performance.now();
        });
        // They end when they are let go.
        answer.on('error', () => undefined);
        resolve();
      });
      asked.end();
    });
  }

  forget() {
    this.#toldAtMs = [];
  }

  /** Times at which all of them were told since `forget`, the first one first; undefined while some were not. */
  findTold() {
    const told = this.#toldAtMs.filter((atMs) => atMs !== undefined);
    if (told.length < this.#requests.length) return undefined;
    return told.toSorted((one, other) => one - other);
  }

  close() {
    for (const each of this.#requests) each.on('error', () => undefined).destroy();
    this.#agent.destroy();
  }
}
