/**
 * Returns the element id of an exception's failing call. Index 0 is the exception that surfaced.
 */
export function toFailingFrameId(index: number): string {
  return index === 0 ? 'failing-frame' : `failing-frame-${index + 1}`;
}

export const MESSAGE_CALL_ID = 'failing-call';
