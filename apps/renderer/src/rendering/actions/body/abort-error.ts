/**
 * Returns the error for a request whose sender has left. `isDeparture` recognises the name
 * `AbortError`, so the error does not count as a fault.
 */
export function createAbortError(): Error {
  return new DOMException('The request broke off.', 'AbortError');
}
