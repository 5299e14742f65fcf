import type { ActionState } from '#shared';
import { createObservable } from '../observable.ts';
import type { OwnObservable } from '../observable.ts';
import type { Sending, Submission } from './submission.ts';

export interface SubmissionState extends Submission {
  /** Without a source: what came with the document, of a form that was sent without scripts. */
  readonly of: Pick<Sending, 'name' | 'stay'> & Partial<Sending>;
}

/** What becomes of all that is sent, oldest first. */
export interface Submissions extends OwnObservable<readonly SubmissionState[]> {
  /** Of what was last sent to that action in a stay; with a source, from there. */
  readonly find: (name: string, stay: number, source?: object) => SubmissionState | undefined;
}

/** `action`: what became of the form that led to the document. */
export function createSubmissions(action?: ActionState): Submissions {
  const states = createObservable<readonly SubmissionState[]>(
    action ? [{ ...action, of: { ...action, stay: 0 } }] : [],
  );
  return {
    ...states,
    find: (name, stay, source) =>
      states
        .get()
        .findLast(
          ({ of }) =>
            of.name === name && (source && of.source ? of.source === source : of.stay === stay),
        ),
  };
}
