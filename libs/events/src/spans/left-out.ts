import { compileGlobs } from '../filtering/glob.ts';
import { splitMethod } from './method.ts';

/**
 * Returns a function that is true for segments that `SpanSettings.leftOut` names. The function takes
 * linear time for any pattern.
 */
export function compileLeftOut(patterns: readonly string[]): (name: string) => boolean {
  const matches = compileGlobs(patterns);
  return (name) => matches(name) || matches(splitMethod(name)[1]);
}
