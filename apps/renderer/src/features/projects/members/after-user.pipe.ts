import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

/**
 * Reads `?after=<user id>`: the id of the last person on the previous page. Throws a 404 when the
 * value is not an id.
 */
@Injectable()
export class AfterUserPipe implements PipeTransform<unknown, number | undefined> {
  transform(value: unknown): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value)) throw new NotFoundException();
    return Number(value);
  }
}
