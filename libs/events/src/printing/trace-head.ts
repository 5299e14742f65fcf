import type { ExceptionValue } from '#shared';

/** Returns `TypeError: no price`, or whichever part was sent. */
export function printHead({ type, value }: Pick<ExceptionValue, 'type' | 'value'>): string {
  return [type, value].filter((part) => part !== '').join(': ') || 'Error';
}
