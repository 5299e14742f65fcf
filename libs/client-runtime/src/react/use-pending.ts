import type { ActionName, AnyAction, SomeAction } from '#shared';
import { useApplication, useWhereabouts } from './context.ts';
import { useObservable } from './use-observable.ts';
import type { Submission } from './use-submission.ts';

/**
 * What is on its way to an action from this page, oldest first: what was typed of each, and nothing yet of what is sent
 * before the code that sends is there. A view that shows what will come of it is right by itself: it goes with the change
 * of the page that brings it, and when it was not done.
 */
export function usePending<A extends AnyAction = SomeAction>(
  action: ActionName<A>,
): readonly Submission<A>['fields'][] {
  const { stay } = useWhereabouts();
  return useObservable(useApplication().submissions)
    .filter(
      ({ of, status }) => of.name === action && of.stay === stay && /sending|waiting/.test(status),
    )
    .map(({ fields }) => fields as Submission<A>['fields']);
}
