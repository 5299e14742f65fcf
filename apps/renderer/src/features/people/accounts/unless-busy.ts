import { ErrataError, errorCatalogue } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';

/**
 * What passwords are hashed for. When too many wait for theirs it is said at the form, which keeps what was typed:
 * rejects with an `InvalidFieldsException` then.
 */
export async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ErrataError && error.code === 'accounts.busy')) throw error;
    throw new InvalidFieldsException({ '': [errorCatalogue['accounts.busy'].message] });
  }
}
