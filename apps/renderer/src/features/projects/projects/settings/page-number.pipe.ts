import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

/** Reads `?page=`, from 1 on. Throws 404 for anything else. */
@Injectable()
export class PageNumberPipe implements PipeTransform<unknown, number> {
  transform(value: unknown = '1'): number {
    if (typeof value !== 'string' || !/^[1-9]\d{0,4}$/.test(value)) throw new NotFoundException();
    return Number(value);
  }
}
