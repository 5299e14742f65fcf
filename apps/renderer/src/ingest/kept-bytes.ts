/** Reports are smaller, but for those with attachments. */
const MOST_BYTES_EACH = 256 * 1024;
const MOST_BYTES_TOGETHER = 8 * 1024 * 1024;

/** How much of all requests together is kept to be sent again. */
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

/** What was read of one request, as long as that is little. */
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

  /** All of it, in order; undefined when it was too much. */
  get whole(): readonly Buffer[] | undefined {
    return this.pieces;
  }

  drop(): void {
    this.room.free(this.bytes);
    this.bytes = 0;
    this.pieces = undefined;
  }
}
