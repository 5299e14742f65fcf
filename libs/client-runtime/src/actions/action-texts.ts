/** What a visitor is told who sends something. */
export const WAITING = 'Waiting for the connection. What you sent goes on by itself.';
export const NOT_SIGNED_IN = 'You are not signed in. Sign in, and send it again.';
export const NOT_DONE =
  'What you sent was not done: this page has changed since. Look at it, and send it again.';
export const UNREADABLE = 'A file cannot be read any longer. Choose it again.';
/** Of DESIGN §3, to the letter. */
export const UNEXPECTED = 'An unexpected response was received from the server.';

export function describeErrors(fields: number, errors: readonly string[]): string {
  const sentence = errors.join(' ');
  if (fields === 0) return sentence;
  return `${fields === 1 ? '1 field needs' : `${fields} fields need`} attention: ${sentence}`;
}
