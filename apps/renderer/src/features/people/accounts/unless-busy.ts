import { ErrataError, errorCatalogue } from '#shared';
import { InvalidFieldsException } from '../../../rendering/index.ts';

/**
 * Turns `accounts.busy` into an `InvalidFieldsException`, so that the form shows the message and
 * keeps what was typed.
 */
export async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ErrataError && error.code === 'accounts.busy')) throw error;
    throw new InvalidFieldsException({ '': [errorCatalogue['accounts.busy'].message] });
  }
}
