import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

/**
 * Returns undefined for `new`. Throws `NotFoundException` for any other text that is not a positive
 * number.
 */
@Injectable()
export class RuleIdPipe implements PipeTransform<string, number | undefined> {
  transform(text: string): number | undefined {
    if (text === 'new') return undefined;
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new NotFoundException();
    return Number(text);
  }
}
