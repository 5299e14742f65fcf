import type { ErrorCode } from '#shared';
import type { ReportContents } from '../outcomes/report-contents.ts';
import type { RateLimited } from './admission/rate-limiter.ts';

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly limited?: RateLimited;
  /** The refused items, as far as they were read. Without them the report counts as one item. */
  readonly contents?: ReportContents;
}
