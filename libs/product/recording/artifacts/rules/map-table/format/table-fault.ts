/** Bytes are no table of a source map, one of another version, or one that was cut or has changed. */
export class TableFault extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'TableFault';
  }
}
