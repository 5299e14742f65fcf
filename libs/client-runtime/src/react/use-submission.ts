import type {
  ActionFields,
  ActionName,
  ActionResult,
  AnyAction,
  FieldErrors,
  SomeAction,
} from '#shared';
import { useContext } from 'react';
import type { SubmissionStatus } from '../actions/submission.ts';
import { FormContext, useApplication, useWhereabouts } from './context.ts';
import { useObservable } from './use-observable.ts';

type ErrorsOf<Field extends PropertyKey> = string extends Field
  ? FieldErrors
  : { readonly [Name in Field | '']?: readonly string[] };

/** What becomes of a form, or of an action. */
export interface Submission<A extends AnyAction = SomeAction> {
  /** `waiting`: for the connection; it goes on by itself. `invalid`: fields cannot be accepted. */
  readonly status: SubmissionStatus;
  /** Of `done`: what the action returned; null for nothing. */
  readonly result?: ActionResult<A>;
  /** What is wrong, by name of the field; `''`: with all of them. Empty but for `invalid`. */
  readonly errors: ErrorsOf<keyof ActionFields<A>>;
  /**
   * What was typed, for as long as it is not done: no files, and nothing from a field for passwords. Empty until the code
   * that sends is there, which a form that is sent early waits for.
   */
  readonly fields: { readonly [Field in keyof ActionFields<A>]?: string | readonly string[] };
  /** Of `failed`: why, in a sentence. */
  readonly message?: string;
}

const IDLE: Submission = { status: 'idle', errors: {}, fields: {} };

/**
 * What becomes of the form around, when that was sent to this action; outside of a form, of what was last sent to it
 * from this page.
 */
export function useSubmission<A extends AnyAction = SomeAction>(
  action: ActionName<A>,
): Submission<A> {
  return useSubmissionOf<A>(action, useContext(FormContext));
}

export function useSubmissionOf<A extends AnyAction>(
  action: string,
  source?: object,
): Submission<A> {
  const { stay } = useWhereabouts();
  const { subscribe, find } = useApplication().submissions;
  const get = (): unknown => find(action, stay, source);
  return (useObservable({ subscribe, get }) ?? IDLE) as Submission<A>;
}
