import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

const MOST_CHARACTERS = 200;

/** Reads `?find=`, the text that a list of settings is searched for. Throws 404 for anything else. */
@Injectable()
export class FoundTextPipe implements PipeTransform<unknown, string> {
  transform(value: unknown = ''): string {
    if (typeof value !== 'string' || value.length > MOST_CHARACTERS) throw new NotFoundException();
    return value.trim();
  }
}
