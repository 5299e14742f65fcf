const BITS_OF_AN_ID = 30;
const BITS_OF_A_DIGIT = 5;
const BASE = 32;

/** Where in the tree a component stands: of each list around it how many it has, and which of them. */
export class TreePath {
  /** Of each list a number of children and an index; what is behind `length` has been left. */
  private readonly steps: number[] = [];
  private length = 0;

  enter(total: number, index: number): void {
    this.steps[this.length++] = total;
    this.steps[this.length++] = index;
  }

  leave(): void {
    this.length -= 2;
  }

  /**
   * The path as React's `useId` spells it, so that the browser makes the same ids. Each list adds as many bits as
   * the number of its children needs, above those of the lists around it. What no longer fits 30 bits is spelled
   * from the outermost list on, as far as it makes whole digits.
   */
  toString(): string {
    let bits = 0;
    let length = 0;
    let spelled = '';
    for (let step = 0; step < this.length; step += 2) {
      const [total = 0, index = 0] = [this.steps[step], this.steps[step + 1]];
      const added = BASE - Math.clz32(total);
      if (length + added > BITS_OF_AN_ID) {
        const whole = length - (length % BITS_OF_A_DIGIT);
        spelled = (bits & ((1 << whole) - 1)).toString(BASE) + spelled;
        bits >>= whole;
        length -= whole;
      }
      bits |= (index + 1) << length;
      length += added;
    }
    return bits.toString(BASE) + spelled;
  }
}
