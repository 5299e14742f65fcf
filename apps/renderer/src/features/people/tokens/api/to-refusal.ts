import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';

/** Makes the answer that tells a program of a refusal. Pages say the same at a field. */
export function toRefusal(code: ErrorCode): HttpException {
  const { message, status } = errorCatalogue[code];
  if (status === 404) return new NotFoundException(message);
  return status === 403 ? new ForbiddenException(message) : new BadRequestException(message);
}
