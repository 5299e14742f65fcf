import { HttpException } from '@nestjs/common';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';

/**
 * Refuses a request with a code from the error catalogue. The view of the outcome receives the code
 * and can explain it. The code's status must be from 400 to 499.
 *
 * ```ts
 * const access = await this.visitors.find(request);
 * if (access.isUnowned) throw new RefusalException('accounts.unowned');
 * ```
 */
export class RefusalException extends HttpException {
  constructor(readonly code: ErrorCode) {
    const { message, status } = errorCatalogue[code];
    super(message, status);
  }
}
