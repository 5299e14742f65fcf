import type {
  ActionFields,
  ActionName,
  ActionResult,
  AnyAction,
  FieldErrors,
  LinkTarget,
  SomeAction,
} from '#shared';
import { useRef } from 'react';
import type { FieldsSending, Value } from '../actions/submission.ts';
import type { Router } from '../router/router.ts';
import { useApplication, useWhereabouts } from './context.ts';
import { useAddress } from './use-address.ts';
import { useSubmissionOf } from './use-submission.ts';
import type { Submission } from './use-submission.ts';

/** What may be sent in a field; one that is null or undefined is left out. */
type Sendable<T> = T extends Value
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : Blob;

export type FieldsToSend<A extends AnyAction> = {
  readonly [Field in keyof ActionFields<A>]: unknown extends ActionFields<A>[Field]
    ? Value | readonly Value[]
    : Sendable<ActionFields<A>[Field]>;
};

/** Of fields that may all be left out, none need be given. */
type RunParameters<A extends AnyAction> =
  Partial<FieldsToSend<A>> extends FieldsToSend<A>
    ? [fields?: FieldsToSend<A>]
    : [fields: FieldsToSend<A>];

/** Its message is safe to show. */
export interface ActionError extends Error {
  /** What is wrong, by name of the field. */
  readonly errors: FieldErrors;
}

export interface RunningAction<A extends AnyAction = SomeAction> extends Submission<A> {
  /**
   * Sends it, after what was sent before from here. What is on its way already is not sent twice. Resolves with what
   * the action returned; undefined when it led to another page. Rejects with an `ActionError` when it was not done;
   * nobody need catch that: the status says it, too.
   */
  readonly run: (...fields: RunParameters<A>) => Promise<ActionResult<A> | undefined>;
}

/** An action of the page, or of the one `at` an address within the application, without a form. For scripts alone. */
export function useAction<A extends AnyAction = SomeAction>(
  action: ActionName<A>,
  { at }: { readonly at?: LinkTarget } = {},
): RunningAction<A> {
  const { router } = useApplication();
  const { stay } = useWhereabouts();
  const address = useAddress();
  const source = useRef(undefined);
  const submission = useSubmissionOf<A>(action, source);
  return {
    ...submission,
    run(...[values]) {
      const sending = { source, stay, name: action, at: at ?? address, values };
      const done = (router as Router).actions.send(sending as FieldsSending).then((ending) => {
        if (ending && !ending.error) return ending.result;
        // Without an ending its code did not come.
        throw ending?.error ?? new Error('Not sent.');
      });
      done.catch(() => undefined);
      return done;
    },
  };
}
