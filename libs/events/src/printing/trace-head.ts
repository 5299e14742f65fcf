import type { ExceptionValue } from '#shared';

export function printHead({ type, value }: Pick<ExceptionValue, 'type' | 'value'>): string {
  return [type, value].filter((part) => part !== '').join(': ') || 'Error';
}
