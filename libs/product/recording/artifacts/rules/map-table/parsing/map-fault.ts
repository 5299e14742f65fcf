/** A text is no source map, or one that is broken. `reason` is a sentence for the person who uploaded it. */
export class MapFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
    this.name = 'MapFault';
  }
}
