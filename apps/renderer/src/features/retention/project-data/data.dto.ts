import type { Address } from '#shared';
import type { EndingWords } from './words/outcome-words.ts';
import type { Remedy } from './words/remedies.ts';

/** Taken: stored, or counted. Filtered: acknowledged and left out. Refused: told its sender, or failed. */
export type EndingGroup = 'taken' | 'filtered' | 'refused';

/** What items ended in, by the day, oldest first. */
export interface EndingLine extends EndingWords {
  readonly days: readonly number[];
  readonly total: number;
  readonly remedy?: Remedy;
}

export interface UnshownLine {
  readonly title: string;
  /** How many came. */
  readonly total: number;
  /** By which option of its SDK it stops. */
  readonly stop: string;
}

export interface LossLine extends EndingWords {
  readonly kind: string;
  readonly total: number;
}

export interface DataProps {
  /** Of the project. */
  readonly name: string;
  /** Sentences. */
  readonly kept: readonly string[];
  readonly hidden: readonly string[];
  readonly room: readonly string[];
  /** Names of the filters that are on. */
  readonly filters: readonly string[];
  /** Where filters are set; absent for who may not. */
  readonly filtersHref?: Address;
  /** Days of UTC, `2026-11-23`, oldest first. */
  readonly days: readonly string[];
  /** Items of each day. */
  readonly groups: Readonly<Record<EndingGroup, readonly number[]>>;
  /** The most first. */
  readonly endings: readonly EndingLine[];
  readonly unshown: readonly UnshownLine[];
  /** What SDKs say that they have not sent. */
  readonly losses: readonly LossLine[];
}
