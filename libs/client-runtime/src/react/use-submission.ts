import type {
  ActionFields,
  ActionName,
  ActionResult,
  AnyAction,
  FieldErrors,
  SomeAction,
} from '#page-protocol';
import { useContext } from 'react';
import type { SubmissionStatus } from '../actions/submission.ts';
import { FormContext, useApplication, usePlacedPage } from './context.ts';
import { useObservable } from './use-observable.ts';

type ErrorsOf<Field extends PropertyKey> = string extends Field
  ? FieldErrors
  : { readonly [Name in Field | '']?: readonly string[] };

/**
 * State of a form or an action that was sent, with the field names of the action.
 *
 * ```tsx
 * const { status, errors, message }: Submission<RenameAction> = useSubmission('rename');
 * if (status === 'waiting') return <p>Waiting for the connection.</p>;
 * return <p role="alert">{errors.name?.[0] ?? message}</p>;
 * ```
 */
export interface Submission<A extends AnyAction = SomeAction> {
  readonly status: SubmissionStatus;
  readonly result?: ActionResult<A>;
  /** Errors by name of the field, when `invalid`. The name `''` stands for the form as a whole. */
  readonly errors: ErrorsOf<keyof ActionFields<A>>;
  /**
   * Typed values until the action is done, without files and passwords. Empty until the sending
   * code has loaded.
   */
  readonly fields: { readonly [Field in keyof ActionFields<A>]?: string | readonly string[] };
  /** The reason as a sentence, when `failed`. */
  readonly message?: string;
}

const IDLE: Submission = { status: 'idle', errors: {}, fields: {} };

/**
 * Returns the state of the surrounding form when it was sent to this action. A caller outside of a
 * form gets the newest sending from this page.
 *
 * ```tsx
 * const { errors, fields } = useSubmission('rename');
 * <input name="name" defaultValue={String(fields['name'] ?? name)} />;
 * <p>{errors['name']?.join(' ')}</p>;
 * ```
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
  const { stay } = usePlacedPage();
  const { subscribe, find, first } = useApplication().submissions;
  const submission = useObservable<object | undefined>({
    subscribe,
    get: () => find(action, stay, source),
    first: () => find(action, stay, source, first()),
  });
  return (submission ?? IDLE) as Submission<A>;
}
