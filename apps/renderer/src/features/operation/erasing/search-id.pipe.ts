import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';

@Injectable()
export class SearchIdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    if (!/^\d{1,15}$/.test(text)) throw new NotFoundException();
    return Number(text);
  }
}
