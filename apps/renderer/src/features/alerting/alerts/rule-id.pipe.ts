import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

/** Reads the id of a rule from the address; undefined of `new`, which is to be made. Anything else names none. */
@Injectable()
export class RuleIdPipe implements PipeTransform<string, number | undefined> {
  transform(text: string): number | undefined {
    if (text === 'new') return undefined;
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new NotFoundException();
    return Number(text);
  }
}
