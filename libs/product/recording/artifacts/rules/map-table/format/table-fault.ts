/** Bytes are no table of a source map, one of another version, or one that was cut or has changed. */
export class TableFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
    this.name = 'TableFault';
  }
}
