import type { Address } from '#shared';
export interface FoundTarget {
  readonly href: Address;
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  readonly atMs?: number;
}

export interface FindPageProps {
  readonly nowMs: number;
  readonly text?: string;
  readonly targets: readonly FoundTarget[];
}
