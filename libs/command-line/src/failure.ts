/** A failure that the user must know about. The message is a full sentence. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
