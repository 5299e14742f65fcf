import type { ActionName, AnyAction, SomeAction } from '#page-protocol';
import { useApplication, usePlacedPage } from './context.ts';
import { useObservable } from './use-observable.ts';
import type { Submission } from './use-submission.ts';

/**
 * Returns the typed fields of all pending sendings to an action from this page, oldest first.
 * Fields are empty until the sending code has loaded. An entry disappears when the page shows its
 * result.
 *
 * ```tsx
 * const notes = usePending<AddAction>('add').flatMap(({ note = [] }) => note);
 * return notes.map((note) => <li key={note}>{`${note} …`}</li>);
 * ```
 */
export function usePending<A extends AnyAction = SomeAction>(
  action: ActionName<A>,
): readonly Submission<A>['fields'][] {
  const { stay } = usePlacedPage();
  return useObservable(useApplication().submissions)
    .filter(
      ({ of, status }) => of.name === action && of.stay === stay && /sending|waiting/.test(status),
    )
    .map(({ fields }) => fields as Submission<A>['fields']);
}
