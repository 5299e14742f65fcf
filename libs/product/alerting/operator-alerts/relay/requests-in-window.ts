export class RequestsInWindow {
  private samples: { readonly atMs: number; readonly total: number }[] = [];

  constructor(private readonly windowMs: number) {}

  /** Returns the growth in the last `windowMs`, or since the first call when that is later. */
  count(total: number, nowMs: number): number {
    // Samples from the future are older, because the clock was set back since.
    this.samples = this.samples.filter(({ atMs }) => atMs <= nowMs);
    this.samples.push({ atMs: nowMs, total });
    // Growth is measured from the last sample before the window, so older samples can be deleted.
    const first = this.samples.findLastIndex(({ atMs }) => atMs <= nowMs - this.windowMs);
    if (first > 0) this.samples = this.samples.slice(first);
    return total - this.samples[0]!.total;
  }
}
