/**
 * The sender has left. `isDeparture` recognises the name `AbortError` and does not count it as a
 * fault.
 */
export function createAbortError(): Error {
  return new DOMException('The request broke off.', 'AbortError');
}
