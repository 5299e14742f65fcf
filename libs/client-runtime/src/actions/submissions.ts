import type { ActionState } from '#page-protocol';
import { createObservable } from '../observable.ts';
import type { OwnObservable } from '../observable.ts';
import type { Sending, Submission } from './submission.ts';

export interface SubmissionState extends Submission {
  /**
   * The sending. `source` is absent when the form was sent without scripts and the state came with
   * the document.
   */
  readonly of: Pick<Sending, 'name' | 'stay'> & Partial<Sending>;
}

/** The states of all sendings, oldest first. */
export interface Submissions extends OwnObservable<readonly SubmissionState[]> {
  /**
   * Returns the newest state of an action. Compares `source` when the caller and the state both
   * have one, otherwise `stay`. Searches all states unless `among` is given.
   */
  readonly find: (
    name: string,
    stay: number,
    source?: object,
    among?: readonly SubmissionState[],
  ) => SubmissionState | undefined;
}

/**
 * Creates the submissions. `action` is the result of a form that was sent without scripts and led
 * to this document.
 *
 * ```tsx
 * const submissions = createSubmissions(payload.action);
 * const application = { ...payload, views, submissions, flash: createObservable(payload.flash) };
 * <PageTree application={application} places={[place]} />;
 * ```
 */
export function createSubmissions(action?: ActionState): Submissions {
  const states = createObservable<readonly SubmissionState[]>(
    action ? [{ ...action, of: { ...action, stay: 0 } }] : [],
  );
  return {
    ...states,
    find: (name, stay, source, among = states.get()) =>
      among.findLast(
        ({ of }) =>
          of.name === name && (source && of.source ? of.source === source : of.stay === stay),
      ),
  };
}
