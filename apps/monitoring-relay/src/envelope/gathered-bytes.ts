/**
 * Pieces below this size are copied into a common block, because each Buffer costs over a hundred
 * bytes besides its contents.
 */
const SMALL_BYTES = 1024;
const FIRST_BLOCK_BYTES = 1024;
const LARGEST_BLOCK_BYTES = 16 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Collects bytes in order. Copies small pieces into common blocks, so that the memory used hardly
 * exceeds the length of the bytes.
 */
export class GatheredBytes {
  private pieces: Buffer[] = [];
  private block = NOTHING;
  private blockBytes = 0;

  add(piece: Buffer): void {
    if (piece.length >= SMALL_BYTES) {
      this.pieces.push(piece);
      this.block = NOTHING;
    } else if (piece.length > 0) {
      this.copy(piece);
    }
  }

  take(): Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    this.block = NOTHING;
    return pieces;
  }

  join(): Buffer {
    if (this.pieces.length !== 1) this.pieces = [Buffer.concat(this.pieces)];
    this.block = NOTHING;
    return this.pieces[0]!;
  }

  private copy(piece: Buffer): void {
    if (this.block.length === 0) this.begin();
    if (this.block.length - this.blockBytes < piece.length) this.grow(piece.length);
    piece.copy(this.block, this.blockBytes);
    this.blockBytes += piece.length;
    this.pieces[this.pieces.length - 1] = this.block.subarray(0, this.blockBytes);
  }

  private begin(): void {
    this.block = Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES);
    this.blockBytes = 0;
    this.pieces.push(NOTHING);
  }

  private grow(byBytes: number): void {
    if (this.block.length === LARGEST_BLOCK_BYTES) return this.begin();
    const { block } = this;
    const bytes = Math.max(2 * block.length, this.blockBytes + byBytes);
    this.block = Buffer.allocUnsafeSlow(Math.min(bytes, LARGEST_BLOCK_BYTES));
    block.copy(this.block, 0, 0, this.blockBytes);
  }
}
