import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 50;

/** Somebody who reads the list of issues again and again. */
export class PageLoad {
  read = 0;
  /** A line for each answer that was no page. @type {string[]} */
  failures = [];
  #cookie;
  #isStopped = false;
  #reading;

  /**
   * @param {string} rendererUrl
   * @param {string} cookie of a reader
   */
  constructor(rendererUrl, cookie) {
    this.#cookie = cookie;
    this.#reading = this.#readAgain(`${rendererUrl}/issues`);
  }

  /** Resolves when no page is asked for any more. */
  async stop() {
    this.#isStopped = true;
    await this.#reading;
  }

  async #readAgain(url) {
    while (!this.#isStopped) {
      // One reader.
      await this.#read(url);
      await pause(EVERY_MS);
    }
  }

  async #read(url) {
    this.read += 1;
    try {
      const answer = await fetch(url, { headers: { cookie: this.#cookie } });
      const text = await answer.text();
      const isWhole = text.includes('</html>');
      if (answer.status !== 200 || !isWhole) {
        this.failures.push(`a page was answered ${answer.status}${isWhole ? '' : ', cut'}`);
      }
    } catch (error) {
      this.failures.push(`a page was not answered: ${error.cause?.message ?? error.message}`);
    }
  }
}
