/** Something that the user has to know, as a sentence: what was asked for cannot be done, or cannot be known. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
