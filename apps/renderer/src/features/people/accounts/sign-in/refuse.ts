import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';
import type { Response } from 'express';
import { InvalidFieldsException } from '../../../../rendering/index.ts';
import { toWaitText } from './wait-text.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly retryAfterMs?: number;
}

const AT_CODE: readonly ErrorCode[] = ['accounts.second_factor_needed', 'accounts.wrong_code'];

export function refuse(
  { code, retryAfterMs }: Refusal,
  response: Response,
): InvalidFieldsException {
  if (retryAfterMs !== undefined) {
    response.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    return new InvalidFieldsException({ '': [toWaitText(retryAfterMs)] });
  }
  return new InvalidFieldsException({
    [AT_CODE.includes(code) ? 'code' : '']: [errorCatalogue[code].message],
  });
}
