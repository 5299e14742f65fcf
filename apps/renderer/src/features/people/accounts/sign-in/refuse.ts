import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';
import type { Response } from 'express';
import { InvalidFieldsException } from '../../../../rendering/index.ts';
import { toWaitText } from './wait-text.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly retryAfterMs?: number;
}

const FIELDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'accounts.second_factor_needed': 'code',
  'accounts.wrong_code': 'code',
  'accounts.wrong_password': 'password',
};

export function refuse(
  { code, retryAfterMs }: Refusal,
  response: Response,
): InvalidFieldsException {
  if (retryAfterMs !== undefined) {
    response.set('Retry-After', String(Math.ceil(retryAfterMs / 1000)));
    return new InvalidFieldsException({ '': [toWaitText(retryAfterMs)] });
  }
  return new InvalidFieldsException({ [FIELDS[code] ?? '']: [errorCatalogue[code].message] });
}
