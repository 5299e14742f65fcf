import { InvalidFieldsException } from '../../rendering/index.ts';

/** What a form says of a search that is not in the state for it any more. */
export function accept(isDone: boolean): void {
  if (!isDone) throw new InvalidFieldsException({ '': ['This search has ended, or is at work.'] });
}
