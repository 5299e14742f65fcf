import { reportLimits } from '#shared';
import { GatheredBytes } from './gathered-bytes.ts';

const LINE_FEED = 0x0a;

/** A line with its newline and where what follows it begins; or that there is no end of it yet. */
export type GatheredLine =
  | { readonly line: Buffer; readonly endOffset: number }
  | 'open'
  | 'tooLong';

/** Puts a line together that may come in pieces. Copies only what comes in more than one. */
export class LineGatherer {
  private readonly held = new GatheredBytes();
  private bytes = 0;

  /** Of a line that has no end yet. */
  get heldBytes(): number {
    return this.bytes;
  }

  /** Looks for the end of the line from `offset` on. What is `open` is held. */
  take(chunk: Buffer, offset: number): GatheredLine {
    const newline = chunk.indexOf(LINE_FEED, offset);
    const end = newline === -1 ? chunk.length : newline;
    this.bytes += end - offset;
    if (this.bytes > reportLimits.headerLineBytes) return 'tooLong';
    if (newline === -1) {
      // A view would keep the chunk.
      this.held.add(Buffer.from(chunk.subarray(offset)));
      return 'open';
    }
    const rest = chunk.subarray(offset, newline + 1);
    const pieces = this.held.take();
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    this.bytes = 0;
    return { line, endOffset: newline + 1 };
  }

  /** What is held, when the bytes end without a newline. */
  finish(): Buffer {
    return this.held.join();
  }
}
