import type { LineColours } from '#shared';

export interface ColouredCode {
  /** Colours of each line of a frame's code, including the failing line. */
  readonly lines: readonly LineColours[];
}
