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
      // Hands the slot over directly, so that no later caller can take it first.
      if (next) next();
      else this.free += 1;
    }
  }
}
