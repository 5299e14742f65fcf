/**
 * Bytes of one body that are kept for a second attempt. Reports without attachments are smaller.
 */
const MOST_BYTES_EACH = 256 * 1024;
const MOST_BYTES_TOGETHER = 8 * 1024 * 1024;

/** Budget of bytes kept for a second attempt, shared by all requests. */
export class KeptBytes {
  private bytes = 0;

  constructor(private readonly mostBytes = MOST_BYTES_TOGETHER) {}

  reserve(bytes: number): boolean {
    if (this.bytes + bytes > this.mostBytes) return false;
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

  constructor(private readonly room: KeptBytes) {}

  add(piece: Buffer): void {
    if (!this.pieces) return;
    const isLittle = this.bytes + piece.length <= MOST_BYTES_EACH;
    if (!isLittle || !this.room.reserve(piece.length)) return this.drop();
    this.bytes += piece.length;
    this.pieces.push(piece);
  }

  get whole(): readonly Buffer[] | undefined {
    return this.pieces;
  }

  drop(): void {
    this.room.free(this.bytes);
    this.bytes = 0;
    this.pieces = undefined;
  }
}
