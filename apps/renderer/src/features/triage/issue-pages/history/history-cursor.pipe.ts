import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

@Injectable()
export class HistoryCursorPipe implements PipeTransform<unknown, number | undefined> {
  transform(value: unknown): number | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !/^[1-9]\d{0,14}$/.test(value)) throw new NotFoundException();
    return Number(value);
  }
}
