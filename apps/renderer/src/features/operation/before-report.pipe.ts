import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

const POSITION = /^\d{1,15}-[\w-]{1,64}:\d{1,15}$/;

/** Reads `?before=<received, ms>-<report>`; an address with any other value names no page. */
@Injectable()
export class BeforeReportPipe implements PipeTransform<unknown, string | undefined> {
  transform(value: unknown): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !POSITION.test(value)) throw new NotFoundException();
    return value;
  }
}
