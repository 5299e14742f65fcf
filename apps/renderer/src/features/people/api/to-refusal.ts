import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import { errorCatalogue } from '#shared';
import type { ErrorCode } from '#shared';

/** Turns an error code into an HTTP error of the API. */
export function toRefusal(code: ErrorCode): HttpException {
  const { message, status } = errorCatalogue[code];
  if (status === 404) return new NotFoundException(message);
  return status === 403 ? new ForbiddenException(message) : new BadRequestException(message);
}
