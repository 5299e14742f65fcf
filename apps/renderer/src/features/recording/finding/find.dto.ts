import type { Address } from '#shared';
/** What a quoted text leads to. */
export interface FoundTarget {
  readonly href: Address;
  /** `Issue`, `Event`, `Digest`, … */
  readonly kind: string;
  readonly name: string;
  /** What it says, or how much there is of it. */
  readonly detail?: string;
  /** When it happened. */
  readonly atMs?: number;
}

export interface FindPageProps {
  readonly nowMs: number;
  /** What was asked for; absent where nothing was. */
  readonly text?: string;
  readonly targets: readonly FoundTarget[];
}
