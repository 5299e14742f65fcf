/** Numbers from 0 to 1 that look random and are the same for the same seed ("minimal standard" of Park and Miller). */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = (seed % 2_147_483_646) + 1;
  }

  next(): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state / 2_147_483_647;
  }

  /** A whole number from 0, below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** `list` is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** The first ones more often. */
  pickEarly<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() ** 2 * list.length)]!;
  }

  /** Lower-case hex digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join('');
  }
}
