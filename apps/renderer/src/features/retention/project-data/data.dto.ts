import type { Address } from '#shared';
import type { EndingWords } from './words/outcome-words.ts';
import type { Remedy } from './words/remedies.ts';

/**
 * Taken items were stored or counted. Filtered items were acknowledged and dropped. Refused items
 * were rejected, or Errata failed to process them.
 */
export type EndingGroup = 'taken' | 'filtered' | 'refused';

/** `days` counts the items of each day, oldest first. */
export interface EndingLine extends EndingWords {
  readonly days: readonly number[];
  readonly total: number;
  readonly remedy?: Remedy;
}

export interface UnshownLine {
  readonly title: string;
  readonly total: number;
  readonly stop: string;
}

export interface LossLine extends EndingWords {
  readonly kind: string;
  readonly total: number;
}

export interface DataProps {
  readonly name: string;
  /** `kept`, `hidden`, `room` and `filters` are lists of sentences. */
  readonly kept: readonly string[];
  readonly hidden: readonly string[];
  readonly room: readonly string[];
  readonly filters: readonly string[];
  readonly filtersHref?: Address;
  /** UTC days like `2026-11-23`, oldest first. */
  readonly days: readonly string[];
  readonly groups: Readonly<Record<EndingGroup, readonly number[]>>;
  readonly endings: readonly EndingLine[];
  readonly unshown: readonly UnshownLine[];
  /** Items that SDKs report as dropped before sending. */
  readonly losses: readonly LossLine[];
}
