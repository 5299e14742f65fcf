/**
 * Thrown when bytes are not a table of a source map, have another version, or were cut or changed.
 */
export class TableFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
    this.name = 'TableFault';
  }
}
