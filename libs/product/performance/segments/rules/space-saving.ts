const COUNTERS = 100;
/** After seven days, a name that comes steadily has nearly as much as it had in them. */
const KEPT_AN_HOUR = 1 - 1 / (7 * 24);

/**
 * Knows the names that make more than a hundredth of all that come. Metwally, Agrawal and El Abbadi
 * (2005): "Efficient computation of frequent and top-k elements in data streams".
 */
export class SpaceSaving {
  /** `error` of a count may belong to names that had the counter before. */
  readonly #counters = new Map<string, { count: number; error: number }>();
  #chosen: ReadonlySet<string> = new Set();

  add(name: string, times: number): void {
    const all = this.#counters;
    let { count, error } = all.get(name) ?? { count: 0, error: 0 };
    if (count === 0 && all.size >= COUNTERS) {
      const [least, freed] = [...all].reduce((a, b) => (b[1].count < a[1].count ? b : a));
      all.delete(least);
      count = error = freed.count;
    }
    all.set(name, { count: count + times, error });
  }

  /** Returns how often the name came in some seven days, at least. */
  get(name: string): number {
    const { count, error } = this.#counters.get(name) ?? { count: 0, error: 0 };
    return count - error;
  }

  /** Chooses the names that came more often than `least`. Must be called once an hour. */
  choose(least: number): void {
    this.#chosen = new Set([...this.#counters.keys()].filter((name) => this.get(name) > least));
    for (const counter of this.#counters.values()) {
      counter.count *= KEPT_AN_HOUR;
      counter.error *= KEPT_AN_HOUR;
    }
  }

  isChosen(name: string): boolean {
    return this.#chosen.has(name);
  }
}
