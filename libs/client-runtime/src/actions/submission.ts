import type { FieldErrors } from '#shared';

/** `waiting`: for the connection; it goes on by itself. `invalid`: fields cannot be accepted. */
export type SubmissionStatus = 'idle' | 'sending' | 'waiting' | 'done' | 'invalid' | 'failed';

/** What was typed, by name of the field; no files, and nothing from a field for passwords. */
export type TypedFields = Readonly<Record<string, string | readonly string[]>>;

/** What becomes of a form, or of an action. */
export interface Submission {
  readonly status: SubmissionStatus;
  /** Of `done`: what the action returned. */
  readonly result?: unknown;
  /** Of `invalid`. */
  readonly errors: FieldErrors;
  /** Of all but `idle` and `done`; empty until the code that sends is there. */
  readonly fields: TypedFields;
  /** Of `failed`: a sentence that is safe to show. */
  readonly message?: string | undefined;
}

/** What may be sent without a form; null and undefined are left out. */
export type Value = string | number | boolean | Blob | null | undefined;

interface AnySending {
  /** The form, or whatever it is sent by: what comes of it is sent and settles in order. */
  readonly source: object;
  /** Of the action. */
  readonly name: string;
  /** The visitor's stay on the page that it is sent from. */
  readonly stay: number;
}

/** A form that is sent, as it was then. */
export interface FormSending extends AnySending {
  readonly form: HTMLFormElement;
  readonly button: HTMLElement | null;
  readonly data: FormData;
}

/** Fields that are sent without a form. */
export interface FieldsSending extends AnySending {
  /** Page that has the action: an address within the application. */
  readonly at: string;
  readonly values?: Readonly<Record<string, Value | readonly Value[]>>;
}

export type Sending = FormSending | FieldsSending;

/** What a sending came to. */
export interface Ending {
  readonly status: 'done' | 'invalid' | 'failed';
  readonly result?: unknown;
  /** Unless it is done. */
  readonly error?: Error;
}
