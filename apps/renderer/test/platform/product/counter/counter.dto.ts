import type { PartData } from '#shared';

export interface CounterProps {
  readonly counter: string;
  readonly rows: readonly number[];
  readonly parts: readonly PartData[];
}
