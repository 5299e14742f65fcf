import type { FieldErrors } from '#page-protocol';

/**
 * `waiting` means that the connection is lost, and that sending continues when the connection is
 * back. `invalid` means that the server has refused some fields.
 */
export type SubmissionStatus = 'idle' | 'sending' | 'waiting' | 'done' | 'invalid' | 'failed';

/** Typed values by field name, without files and passwords. */
export type TypedFields = Readonly<Record<string, string | readonly string[]>>;

export interface Submission {
  readonly status: SubmissionStatus;
  readonly result?: unknown;
  /** True when the result is shown only once (see `PageData`). */
  readonly isOnce?: boolean | undefined;
  readonly errors: FieldErrors;
  /** Typed values. Empty when `idle` or `done`, and until the sending code has loaded. */
  readonly fields: TypedFields;
  /** Sentence that is safe to show. Set when `failed`. */
  readonly message?: string | undefined;
}

/** A value that `useAction` can send. Null and undefined are not sent. */
export type Value = string | number | boolean | Blob | null | undefined;

interface AnySending {
  /**
   * Identifies the form or the `useAction` call that sends. Sendings of one source run one after
   * the other.
   */
  readonly source: object;
  readonly name: string;
  /** The visitor's stay (see `Scene`) on the page from which this was sent. */
  readonly stay: number;
}

export interface FormSending extends AnySending {
  readonly form: HTMLFormElement;
  readonly button: HTMLElement | null;
  readonly data: FormData;
}

export interface FieldsSending extends AnySending {
  readonly at: string;
  readonly values?: Readonly<Record<string, Value | readonly Value[]>>;
}

export type Sending = FormSending | FieldsSending;

export interface SubmissionResult {
  readonly status: 'done' | 'invalid' | 'failed';
  readonly result?: unknown;
  readonly error?: Error;
}
