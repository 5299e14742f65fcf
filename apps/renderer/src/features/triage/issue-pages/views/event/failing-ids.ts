/** Where the failing call of an exception stands on the page; 0 is the one that surfaced. */
export function toFailingFrameId(index: number): string {
  return index === 0 ? 'failing-frame' : `failing-frame-${index + 1}`;
}

/** Where the call stands that sent a message. */
export const MESSAGE_CALL_ID = 'failing-call';
