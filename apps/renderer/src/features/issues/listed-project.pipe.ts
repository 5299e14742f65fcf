import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { isProjectSlug } from '#shared';

/**
 * Reads `?project=<slug>`: of all projects unless said, and when it is empty, as a form says it. An address with any
 * other value names no page.
 */
@Injectable()
export class ListedProjectPipe implements PipeTransform<unknown, string | undefined> {
  transform(value: unknown): string | undefined {
    if (value === undefined || value === '') return value;
    if (typeof value !== 'string' || !isProjectSlug(value)) throw new NotFoundException();
    return value;
  }
}
