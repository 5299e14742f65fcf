import { ErrataError } from '#shared';

/** The connection was lost during a commit, so the transaction may have taken effect. */
export class UnknownCommit extends ErrataError {
  constructor(cause: ErrataError) {
    super('database.unavailable', { detail: 'A commit was not answered.', cause });
  }
}
