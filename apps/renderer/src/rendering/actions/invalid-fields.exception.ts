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

/**
 * Throws the faults of all fields at once, and nothing when there are none. A fault is a sentence
 * by the name of its field.
 *
 * ```ts
 * refuseFields({ name: refuseName(name), query: readSearch(query).fault });
 * ```
 */
export function refuseFields(faults: Readonly<Record<string, string | undefined>>): void {
  const found = Object.entries(faults).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : []));
  if (found.length > 0) throw new InvalidFieldsException(Object.fromEntries(found));
}
