/**
 * Thrown when a text is not a source map, or is broken. `reason` is a sentence for the person who
 * uploaded it.
 */
export class MapFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
    this.name = 'MapFault';
  }
}
