import { NotFoundException } from '@nestjs/common';

/**
 * Refuses the address of the whole page, because a part cannot read its parameter in the query.
 *
 * ```ts
 * if (!CURSOR.test(value)) throw new UnreadableAddressException();
 * ```
 */
export class UnreadableAddressException extends NotFoundException {}
