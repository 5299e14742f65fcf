import type { Compared, Comparison } from './value-kinds.ts';

export function isCounted(count: number, { is, to, upTo = Infinity }: Compared<number>): boolean {
  return compares(count, is, to) && count <= upTo;
}

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
