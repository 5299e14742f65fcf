import type { ActionName, AnyAction, SomeAction } from '#page-protocol';
import { usePending } from './use-pending.ts';
import type { Submission } from './use-submission.ts';

/**
 * Returns the state as if all pending sendings to an action had succeeded. A refused action undoes
 * its change. `apply` gets the typed fields, which are empty until the sending code has loaded.
 *
 * ```tsx
 * const state = useOptimistic<string, TriageAction>('triage', issue.state, (before, { change }) =>
 *   change === 'resolve' ? 'resolved' : before,
 * );
 * ```
 */
export function useOptimistic<State, A extends AnyAction = SomeAction>(
  action: ActionName<A>,
  state: State,
  apply: (state: State, fields: Submission<A>['fields']) => State,
): State {
  return usePending<A>(action).reduce(apply, state);
}
