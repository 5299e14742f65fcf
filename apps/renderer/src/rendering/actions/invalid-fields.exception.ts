import { HttpException } from '@nestjs/common';
import type { FieldErrors } from '#shared';

/**
 * An action throws this when typed values cannot be accepted for a reason that only the action can
 * know. `errors` has sentences by field name; `''` names the form as a whole.
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
