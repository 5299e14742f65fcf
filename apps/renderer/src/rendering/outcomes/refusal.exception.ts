import { HttpException } from '@nestjs/common';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';

/**
 * Refuses a request with a code from the error catalogue, which the outcome's view can explain
 * further. The code's status must be from 400 to 499; a refusal is no fault.
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
