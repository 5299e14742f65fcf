import type { Address, FilterProps } from '#shared';

/** A clause of the sentence about a project, such as `2 regressed`. */
export interface ProjectSign {
  readonly words: string;
  readonly href?: Address;
}

export interface ProjectHealthRow {
  readonly slug: string;
  readonly name: string;
  /** The worst first. */
  readonly signs: readonly ProjectSign[];
  /** Events of each six hours of seven days, oldest first. Absent when there are none. */
  readonly bars?: readonly number[];
  /**
   * Sessions since yesterday (UTC). `share` are those without a crash or an unhandled error, such
   * as `99.8 %`; it is absent where nobody counted unhandled errors.
   */
  readonly sessions?: { readonly all: number; readonly share?: string };
  readonly deploy?: {
    readonly version: string;
    readonly environment: string;
    readonly atMs: number;
  };
}

export interface ProjectHealthProps {
  readonly nowMs: number;
  /** False when some of what projects need could not be read. */
  readonly isComplete: boolean;
  readonly projects: readonly ProjectHealthRow[];
  /** Place of the first row, from 1, among the projects that the search finds, and their number. */
  readonly first: number;
  readonly found: number;
  readonly query: string;
  readonly filters: FilterProps;
  /** Number of all projects that the visitor may read. */
  readonly all: number;
  readonly previous?: Address;
  readonly next?: Address;
  readonly mayCreate: boolean;
}
