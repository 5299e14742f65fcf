import { HttpException } from '@nestjs/common';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';

/** An outcome with a reason of its own, which its view may tell by the code: of a status from 400 to 499, and no fault. */
export class RefusalException extends HttpException {
  constructor(readonly code: ErrorCode) {
    const { message, status } = errorCatalogue[code];
    super(message, status);
  }
}
