const PRECISION = 12;
const REGISTERS = 2 ** PRECISION;
/** Bits of the hash behind the index, and one for a rest that is zero. */
const MAX_RANK = 64 - PRECISION + 1;
/** Registers that are set, up to which the sketch is stored as a list. */
const MAX_LISTED = 1024;
const LISTED = 0;
const WHOLE = 1;
const LISTED_BYTES = 3;

/**
 * Estimates how many different values were added, with a standard error of 1.6 %, in at most 4 kB. Adding a value
 * again changes nothing, and values cannot be read back (HyperLogLog; Flajolet and others, 2007).
 */
export class DistinctSketch {
  readonly #registers = new Uint8Array(REGISTERS);

  /** Reads what `toBytes` wrote; null or undefined gives an empty sketch. */
  static fromBytes(bytes: Uint8Array | null | undefined): DistinctSketch {
    const sketch = new DistinctSketch();
    if (!bytes || bytes.length === 0) return sketch;
    const [form, content] = [bytes[0], bytes.subarray(1)];
    if (form === WHOLE) content.forEach((rank, index) => sketch.#raise(index, rank));
    else sketch.#readList(content);
    return sketch;
  }

  /**
   * Returns false when the sketch is as before. `hash` is 16 hexadecimal digits or more, evenly
   * distributed.
   */
  add(hash: string): boolean {
    const index = Number.parseInt(hash.slice(0, 3), 16);
    const rest = BigInt(`0x${hash.slice(3, 16)}`);
    return this.#raise(index, countLeadingZeros(rest, MAX_RANK - 1) + 1);
  }

  merge(other: DistinctSketch): void {
    other.#registers.forEach((rank, index) => this.#raise(index, rank));
  }

  /** Uses the estimator of Ertl (2017), which needs no corrections for few or many values. */
  count(): number {
    const byRank = new Uint16Array(MAX_RANK + 1);
    for (const rank of this.#registers) byRank[rank]! += 1;
    let sum = 0;
    for (let rank = MAX_RANK; rank > 0; rank -= 1) sum = (sum + byRank[rank]!) / 2;
    sum += REGISTERS * sumOfEmpty(byRank[0]! / REGISTERS);
    return Math.round((REGISTERS * REGISTERS) / (2 * Math.LN2 * sum));
  }

  toBytes(): Uint8Array {
    const listed = [LISTED];
    this.#registers.forEach((rank, index) => {
      if (rank > 0) listed.push(index >> 8, index, rank);
    });
    if (listed.length <= 1 + MAX_LISTED * LISTED_BYTES) return new Uint8Array(listed);
    const whole = new Uint8Array(1 + REGISTERS);
    whole[0] = WHOLE;
    whole.set(this.#registers, 1);
    return whole;
  }

  #readList(content: Uint8Array): void {
    for (let at = 0; at + LISTED_BYTES <= content.length; at += LISTED_BYTES) {
      this.#raise((content[at]! << 8) | content[at + 1]!, content[at + 2]!);
    }
  }

  #raise(index: number, rank: number): boolean {
    const known = this.#registers[index];
    const isRaised = known !== undefined && rank > known;
    if (isRaised) this.#registers[index] = Math.min(rank, MAX_RANK);
    return isRaised;
  }
}

/** The function sigma of Ertl: the weight of registers that no value has reached. */
function sumOfEmpty(share: number): number {
  if (share === 1) return Infinity;
  let [power, weight, sum, before] = [share, 1, share, -1];
  while (sum !== before) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight *= 2;
  }
  return sum;
}

function countLeadingZeros(value: bigint, bits: number): number {
  return value === 0n ? bits : bits - value.toString(2).length;
}
