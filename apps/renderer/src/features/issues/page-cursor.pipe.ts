import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import type { PageCursor } from './issues.service.ts';

const CURSOR = /^(?<lastSeenMs>\d{1,15})-(?<id>\d{1,15})$/;

/** Reads `?before=<last seen, ms>-<issue id>`; an address with any other value names no page. */
@Injectable()
export class PageCursorPipe implements PipeTransform<unknown, PageCursor | undefined> {
  transform(value: unknown): PageCursor | undefined {
    if (value === undefined) return undefined;
    const groups = typeof value === 'string' ? CURSOR.exec(value)?.groups : undefined;
    if (!groups) throw new NotFoundException();
    return { lastSeenMs: Number(groups['lastSeenMs']), id: Number(groups['id']) };
  }
}
