import type { ErrorCode } from '../errors.ts';

export interface OutcomeProps {
  readonly status: number;
  readonly title: string;
  /** One sentence that is safe to show to anyone. */
  readonly detail: string;
  readonly code?: ErrorCode;
  /** Identifies a fault in the server's log. */
  readonly digest?: string;
  /** Set on a fault in development only, with source positions. */
  readonly stack?: string;
  /** Target of a deferred datum that redirects, for the browser to go to. */
  readonly location?: string;
  /** True when the view replaces one datum of a page, not the page. */
  readonly inPlace?: boolean;
}
