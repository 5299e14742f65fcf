import type { SpanStatus } from '#shared';
import { toNumber } from './read-attribute.ts';

/** `error` is of the second version, the others are names that SDKs share with gRPC. */
const FAILED =
  /^(?:error|internal(?:_error)?|unknown_error|unavailable|deadline_exceeded|unimplemented|data_loss|failed|failure)$/i;
/** Answers such as 404 are the fault of the one who asks. */
const REFUSED =
  /^(?:not_found|invalid_argument|unauthenticated|permission_denied|already_exists|failed_precondition|out_of_range|resource_exhausted)$/i;
const CANCELLED = /^(?:cancell?ed|aborted)$/i;
/** nginx answers 499 when the client has gone. */
const CLIENT_GONE = 499;

/**
 * Returns how the span ended. `message` is the text that the second version sends beside `error`,
 * `code` the answer's code of HTTP.
 */
export function readSpanStatus(sent: unknown, message: unknown, code: unknown): SpanStatus {
  const answered = toNumber(code);
  if (answered >= 500 && answered < 600) return 'failed';
  const status = typeof sent === 'string' ? sent : '';
  const reason = typeof message === 'string' ? message : '';
  if (answered === CLIENT_GONE || CANCELLED.test(status) || CANCELLED.test(reason)) {
    return 'cancelled';
  }
  const isRefused = REFUSED.test(reason) || (answered >= 400 && answered < 500);
  return FAILED.test(status) && !isRefused ? 'failed' : 'ok';
}
