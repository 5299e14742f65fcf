/** How much a number that only grows has grown of late. */
export class RequestsInWindow {
  private samples: { readonly atMs: number; readonly total: number }[] = [];

  constructor(private readonly windowMs: number) {}

  /** Since `windowMs` ago, or since the first time that this was asked. */
  count(total: number, nowMs: number): number {
    this.samples.push({ atMs: nowMs, total });
    // The last one before the window is where it begins.
    const first = this.samples.findLastIndex(({ atMs }) => atMs <= nowMs - this.windowMs);
    if (first > 0) this.samples = this.samples.slice(first);
    return total - this.samples[0]!.total;
  }
}
