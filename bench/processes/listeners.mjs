import { Agent, request } from 'node:http';

export class Listeners {
  #agent = new Agent({ maxSockets: Infinity });
  #requests = [];
  /**
   * Times at which the listeners last got an event, by `performance.now()`. Undefined for a
   * listener that got none since `forget`.
   */
  #toldAtMs = [];

  /** Opens the connections, 50 at a time. Rejects when one is refused. */
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
        // `close` destroys the requests, which makes their answers fail.
        answer.on('error', () => undefined);
        resolve();
      });
      asked.end();
    });
  }

  forget() {
    this.#toldAtMs = [];
  }

  /**
   * Returns the times at which the listeners got their last event since `forget`, sorted. Returns
   * undefined while some got none.
   */
  findArrivalTimes() {
    const told = this.#toldAtMs.filter((atMs) => atMs !== undefined);
    if (told.length < this.#requests.length) return undefined;
    return told.toSorted((one, other) => one - other);
  }

  close() {
    for (const each of this.#requests) each.on('error', () => undefined).destroy();
    this.#agent.destroy();
  }
}
