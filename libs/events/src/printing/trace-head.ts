import type { ExceptionValue } from '#shared';

/** `TypeError: no price`; either alone where the other was not sent. */
export function printHead({ type, value }: Pick<ExceptionValue, 'type' | 'value'>): string {
  return [type, value].filter((part) => part !== '').join(': ') || 'Error';
}
