import type { ActionName, AnyAction, SomeAction } from '#shared';
import { usePending } from './use-pending.ts';
import type { Submission } from './use-submission.ts';

/**
 * A state as it will be once all is done that is on its way to an action from this page: shown at once, and taken back where
 * the action is refused. `apply` is called with what was typed, oldest first; it has no fields while the code that sends is loaded.
 */
export function useOptimistic<State, A extends AnyAction = SomeAction>(
  action: ActionName<A>,
  state: State,
  apply: (state: State, fields: Submission<A>['fields']) => State,
): State {
  return usePending<A>(action).reduce(apply, state);
}
