import { reportLimits } from '#shared';
import { GatheredBytes } from './gathered-bytes.ts';

const LINE_FEED = 0x0a;

export type GatheredLine =
  | { readonly line: Buffer; readonly endOffset: number }
  | 'open'
  | 'tooLong';

export class LineGatherer {
  private readonly held = new GatheredBytes();
  private bytes = 0;

  get heldBytes(): number {
    return this.bytes;
  }

  take(chunk: Buffer, offset: number): GatheredLine {
    const newline = chunk.indexOf(LINE_FEED, offset);
    const end = newline === -1 ? chunk.length : newline;
    this.bytes += end - offset;
    if (this.bytes > reportLimits.headerLineBytes) return 'tooLong';
    if (newline === -1) {
      // Copies the piece, because a view would keep the whole chunk in memory.
      this.held.add(Buffer.from(chunk.subarray(offset)));
      return 'open';
    }
    const rest = chunk.subarray(offset, newline + 1);
    const pieces = this.held.take();
    const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest]);
    this.bytes = 0;
    return { line, endOffset: newline + 1 };
  }

  finish(): Buffer {
    return this.held.join();
  }
}
