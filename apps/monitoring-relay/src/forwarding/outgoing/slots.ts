/** Lets so many run at a time; the others wait for their turn in the order in which they came. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.waiting.shift();
      // The slot goes from hand to hand: nobody who comes in between has it.
      if (next) next();
      else this.free += 1;
    }
  }
}
