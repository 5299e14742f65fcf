import { HttpException } from '@nestjs/common';
import type { FieldErrors } from '#shared';

/**
 * What was typed cannot be accepted: thrown by an action for what only it can know (a name that is taken, a
 * password that is wrong). By name of the field, each with one sentence or more; `''` for the form as a whole.
 */
export class InvalidFieldsException extends HttpException {
  constructor(readonly errors: FieldErrors) {
    super('Some fields cannot be accepted.', 422);
  }
}
