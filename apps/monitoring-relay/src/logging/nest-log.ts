import { Logger } from '@nestjs/common';
import type { LogLine } from './logger.ts';

/** Puts a line among those of Nest and of the relay's other parts, in their format and by their levels. */
export function writeToNest({ level, from, text }: LogLine): void {
  Logger[level](text, from);
}
