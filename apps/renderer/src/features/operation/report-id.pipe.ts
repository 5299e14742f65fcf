import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

const ID = /^\d{1,15}$/;

/** Reads the id of a failed report, which may be absent; an address with any other value names nothing. */
@Injectable()
export class ReportIdPipe implements PipeTransform<unknown, number | undefined> {
  transform(value: unknown): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !ID.test(value)) throw new NotFoundException();
    return Number(value);
  }
}
