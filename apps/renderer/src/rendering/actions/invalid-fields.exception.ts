import { HttpException } from '@nestjs/common';
import type { FieldErrors } from '#shared';

/**
 * An action throws this for values that pass validation but cannot be accepted, such as a name that
 * is taken. `errors` has sentences for each field name; the key `''` stands for the whole form.
 *
 * ```ts
 * if (await this.people.has(email)) {
 *   throw new InvalidFieldsException({ email: ['Somebody has an account with this address.'] });
 * }
 * ```
 */
export class InvalidFieldsException extends HttpException {
  constructor(readonly errors: FieldErrors) {
    super('Some fields cannot be accepted.', 422);
  }
}
