/** The sender has left: no fault of ours, as any error of this name (`request/visitor-signal.ts`). */
export function brokenOff(): Error {
  return new DOMException('The request broke off.', 'AbortError');
}
