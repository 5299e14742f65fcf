import type { ErrorCode } from '#shared';
import type { RateLimited } from './admission/rate-limiter.ts';

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly limited?: RateLimited;
}
