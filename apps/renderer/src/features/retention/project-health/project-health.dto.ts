import type { Address } from '#shared';

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
