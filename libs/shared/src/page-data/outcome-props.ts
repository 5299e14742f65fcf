import type { ErrorCode } from '../errors.ts';

/** What the view of an outcome is shown with, a product's own like the built-in ones. */
export interface OutcomeProps {
  /** 401, 403, 404, another 4xx, or 5xx. */
  readonly status: number;
  readonly title: string;
  /** The reason in one sentence, safe to show to anyone. */
  readonly detail: string;
  /** Of a refusal that has a reason of its own: its code in the error catalogue. */
  readonly code?: ErrorCode;
  /** Of a fault: the number that names it in the server's log. */
  readonly digest?: string;
  /** Of a fault, in development only: what was thrown, with source positions. */
  readonly stack?: string;
  /** Of a datum that leads elsewhere: where, for the browser. */
  readonly location?: string;
  /** It stands where a datum of a page would, not for the page. */
  readonly inPlace?: boolean;
}
