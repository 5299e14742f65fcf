/**
 * Remembers how the requests with each item were answered. An item is an event with its id, or a
 * log with its text.
 */
export class Receipts {
  /**
   * Items answered 200 at least once.
   *
   * @type {Set<string>}
   */
  acknowledged = new Set();
  /**
   * Requests that a service may have taken, by item: answered 200, or with an unknown answer.
   *
   * @type {Map<string, { acknowledged: number, open: number }>}
   */
  sends = new Map();
  #refused = new Set();
  #unsure = new Set();

  /** Items that were refused by an answer every time they were sent. None of them may be stored. */
  get refused() {
    return this.#refused.difference(this.#unsure).difference(this.acknowledged);
  }

  /** Items that no answer acknowledged or refused for certain. */
  get unsure() {
    return this.#unsure.difference(this.acknowledged);
  }

  expect(items) {
    for (const item of items) this.#findSends(item);
  }

  noteTaken(items) {
    for (const item of items) {
      this.acknowledged.add(item);
      this.#findSends(item).acknowledged += 1;
    }
  }

  noteRefused(items) {
    for (const item of items) this.#refused.add(item);
  }

  /** Notes that these items may be stored, although their answer does not say so. */
  noteUnsure(items) {
    for (const item of items) this.#unsure.add(item);
  }

  /** Notes that these items may have arrived, or arrived once more. */
  leaveOpen(items) {
    for (const item of items) this.#findSends(item).open += 1;
  }

  #findSends(item) {
    return this.sends.getOrInsertComputed(item, () => ({ acknowledged: 0, open: 0 }));
  }
}
