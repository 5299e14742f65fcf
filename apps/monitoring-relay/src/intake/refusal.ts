import type { ErrorCode } from '#shared';
import type { RateLimited } from './admission/rate-limiter.ts';

/** Why a report is not taken. */
export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail?: string;
  /** The problems of a form, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** With `report.rate_limited`. */
  readonly limited?: RateLimited;
}
