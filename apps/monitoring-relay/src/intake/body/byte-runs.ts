/**
 * Collects views of chunks, and joins views that are adjacent in the same memory. The envelope
 * reader cuts each chunk into many small views.
 */
export class ByteRuns {
  private runs: { readonly of: ArrayBufferLike; readonly start: number; end: number }[] = [];

  add({ buffer, byteOffset, length }: Buffer): void {
    if (length === 0) return;
    const last = this.runs.at(-1);
    if (last?.of === buffer && last.end === byteOffset) last.end += length;
    else this.runs.push({ of: buffer, start: byteOffset, end: byteOffset + length });
  }

  take(): Buffer[] {
    const views = this.runs.map(({ of, start, end }) => Buffer.from(of, start, end - start));
    this.runs = [];
    return views;
  }
}
