/** Views into the same bytes, joined where they are neighbours: what was cut up only to be looked at stays whole. */
export class ByteRuns {
  private runs: { readonly of: ArrayBufferLike; readonly start: number; end: number }[] = [];

  add({ buffer, byteOffset, length }: Buffer): void {
    if (length === 0) return;
    const last = this.runs.at(-1);
    if (last?.of === buffer && last.end === byteOffset) last.end += length;
    else this.runs.push({ of: buffer, start: byteOffset, end: byteOffset + length });
  }

  /** All there is, which is then no longer here. */
  take(): Buffer[] {
    const views = this.runs.map(({ of, start, end }) => Buffer.from(of, start, end - start));
    this.runs = [];
    return views;
  }
}
