/**
 * A larger body is not kept, so it cannot be sent a second time. Reports without attachments are
 * smaller than this limit.
 */
const MAX_BYTES_PER_BODY = 256 * 1024;
const MAX_BYTES_OF_ALL_BODIES = 8 * 1024 * 1024;

export class KeptBytes {
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES_OF_ALL_BODIES) {}

  reserve(bytes: number): boolean {
    if (this.bytes + bytes > this.maxBytes) return false;
    this.bytes += bytes;
    return true;
  }

  free(bytes: number): void {
    this.bytes -= bytes;
  }
}

export class KeptBody {
  private pieces: Buffer[] | undefined = [];
  private bytes = 0;

  constructor(private readonly budget: KeptBytes) {}

  add(piece: Buffer): void {
    if (!this.pieces) return;
    const isLittle = this.bytes + piece.length <= MAX_BYTES_PER_BODY;
    if (!isLittle || !this.budget.reserve(piece.length)) return this.drop();
    this.bytes += piece.length;
    this.pieces.push(piece);
  }

  get allPieces(): readonly Buffer[] | undefined {
    return this.pieces;
  }

  drop(): void {
    this.budget.free(this.bytes);
    this.bytes = 0;
    this.pieces = undefined;
  }
}
