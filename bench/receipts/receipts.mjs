/**
 * A relay keeps the counts of refusals in memory and writes them each second, or later under load.
 * Counts younger than this may be lost when the relay ends.
 */
const FORGETTABLE_MS = 3000;

/**
 * @typedef {'invalid' | 'limited' | 'putOff'} RefusalKind refused as invalid, for a limit, or put off by the relay
 * @typedef {Readonly<Record<RefusalKind, { answered: number, open: number }>>} Refusals `answered`: items that were
 *   refused; `open`: other items that may have been refused in the same way
 * @typedef {'good' | 'limited' | 'invalid'} Form
 */

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
  /** @type {Refusals} */
  refusals = {
    invalid: { answered: 0, open: 0 },
    limited: { answered: 0, open: 0 },
    putOff: { answered: 0, open: 0 },
  };
  /** Number of items without a known ending, which may have arrived once or twice. */
  open = 0;
  #refused = new Set();
  #unsure = new Set();
  #latest = [];

  /** Items that were refused by an answer every time they were sent. None of them may be stored. */
  get refused() {
    return this.#refused.difference(this.#unsure).difference(this.acknowledged);
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

  /**
   * Counts refused items.
   *
   * @param {RefusalKind} kind
   */
  countRefused(items, kind) {
    const counts = this.refusals[kind];
    counts.answered += items.length;
    this.#latest.push({ counts, quantity: items.length, atMs: performance.now() });
    while (this.#latest[0].atMs < performance.now() - FORGETTABLE_MS) this.#latest.shift();
  }

  /** Notes that these items may have arrived although they were put off. */
  leaveTaken(items, form) {
    this.open += items.length;
    if (form === 'invalid') return;
    for (const item of items) this.#findSends(item).open += 1;
  }

  /**
   * Notes that these items may have arrived, or arrived once more, with an unknown outcome.
   *
   * @param {Form} form
   */
  leaveOpen(items, form) {
    this.leaveTaken(items, form);
    this.refusals.putOff.open += items.length;
    if (form !== 'good') this.refusals[form].open += items.length;
  }

  /** Notes that a request may have been put off before the relay knew what it holds. */
  leaveUnread() {
    this.open += 1;
    this.refusals.putOff.open += 1;
  }

  /** Call this when a relay was killed. The counts of its latest refusals may be lost. */
  forgetLatest() {
    for (const { counts, quantity, atMs } of this.#latest.splice(0)) {
      if (atMs >= performance.now() - FORGETTABLE_MS) this.#forget(counts, quantity);
    }
  }

  /**
   * Call this when the counts of refusals since a moment may be lost.
   *
   * @param {Refusals} before the refusals at that moment
   */
  forgetSince(before) {
    for (const [kind, counts] of Object.entries(this.refusals)) {
      this.#forget(counts, Math.max(0, counts.answered - before[kind].answered));
    }
  }

  #forget(counts, quantity) {
    counts.answered -= quantity;
    counts.open += quantity;
    this.open += quantity;
  }

  #findSends(item) {
    return this.sends.getOrInsertComputed(item, () => ({ acknowledged: 0, open: 0 }));
  }
}
