import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { issueStatuses } from '#shared';
import type { ListedStatus } from './issues.dto.ts';

/** Reads `?status=`: unresolved unless said. An address with any other value names no page. */
@Injectable()
export class ListedStatusPipe implements PipeTransform<unknown, ListedStatus> {
  transform(value: unknown): ListedStatus {
    if (value === undefined) return 'unresolved';
    const status = [...issueStatuses, 'all' as const].find((each) => each === value);
    if (!status) throw new NotFoundException();
    return status;
  }
}
