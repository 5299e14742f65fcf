import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

/**
 * Reads `?groups=<number>`, the number of groups on earlier pages. Throws 404 for any other value.
 */
@Injectable()
export class GroupsPagePipe implements PipeTransform<unknown, number> {
  transform(value: unknown): number {
    if (value === undefined) return 0;
    if (typeof value !== 'string' || !/^[1-9]\d{0,3}$/.test(value)) throw new NotFoundException();
    return Number(value);
  }
}
