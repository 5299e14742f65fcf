import type {
  ActionFields,
  ActionName,
  ActionResult,
  AnyAction,
  FieldErrors,
  LinkTarget,
  SomeAction,
} from '#page-protocol';
import { useRef } from 'react';
import type { FieldsSending, Value } from '../actions/submission.ts';
import type { Router } from '../router/router.ts';
import { useApplication, usePlacedPage } from './context.ts';
import { useAddress } from './use-address.ts';
import { useSubmissionOf } from './use-submission.ts';
import type { Submission } from './use-submission.ts';

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

type RunParameters<A extends AnyAction> =
  Partial<FieldsToSend<A>> extends FieldsToSend<A>
    ? [fields?: FieldsToSend<A>]
    : [fields: FieldsToSend<A>];

/**
 * The error of an action that was not done. Its message is safe to show.
 *
 * ```tsx
 * run({ name }).catch((error: ActionError) => {
 *   setText(error.errors['name']?.[0] ?? error.message);
 * });
 * ```
 */
export interface ActionError extends Error {
  readonly errors: FieldErrors;
}

/**
 * An action that can run, and the state of its newest run.
 *
 * ```tsx
 * const star: RunningAction<StarAction> = useAction<StarAction>('star');
 * await star.run({ issue: id });
 * ```
 */
export interface RunningAction<A extends AnyAction = SomeAction> extends Submission<A> {
  /**
   * Sends the action after earlier calls of this hook. An identical call that is under way is not
   * sent twice. Resolves with the action's result, or with undefined when the action led to another
   * page. Rejects with an `ActionError` when the action was not done. Callers may ignore the
   * rejection, because `status` says the same.
   */
  readonly run: (...fields: RunParameters<A>) => Promise<ActionResult<A> | undefined>;
}

/**
 * Runs an action of the page, or of the page at `at`, without a form. Needs scripts.
 *
 * ```tsx
 * const { run, status } = useAction<StarAction>('star');
 * <button disabled={status === 'sending'} onClick={() => void run({ issue: id })}>
 *   Star
 * </button>;
 * ```
 */
export function useAction<A extends AnyAction = SomeAction>(
  action: ActionName<A>,
  { at }: { readonly at?: LinkTarget } = {},
): RunningAction<A> {
  const { router } = useApplication();
  const { stay } = usePlacedPage();
  const address = useAddress();
  const source = useRef(undefined);
  const submission = useSubmissionOf<A>(action, source);
  return {
    ...submission,
    run(...[values]) {
      const sending = { source, stay, name: action, at: at ?? address, values };
      const done = (router as Router).actions.send(sending as FieldsSending).then((ending) => {
        if (ending?.error) throw ending.error;
        return ending?.result;
      });
      done.catch(() => undefined);
      return done;
    },
  };
}
