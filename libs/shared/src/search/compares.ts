import type { Comparison } from './value-kinds.ts';

export function compares(value: number, is: Comparison, to: number): boolean {
  switch (is) {
    case '=':
      return value === to;
    case '>':
      return value > to;
    case '>=':
      return value >= to;
    case '<':
      return value < to;
    default:
      return value <= to;
  }
}
