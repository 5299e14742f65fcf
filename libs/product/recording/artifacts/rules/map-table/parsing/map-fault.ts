/** A text is no source map, or one that is broken. `reason` is a sentence for the person who uploaded it. */
export class MapFault extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'MapFault';
  }
}
