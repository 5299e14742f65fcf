/**
 * A failure that the user must know about; its message is a full sentence. Either the request
 * cannot be done, or the result cannot be known.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
}
