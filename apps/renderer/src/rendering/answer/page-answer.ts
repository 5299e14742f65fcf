import type { Flash } from '#shared';
import type { SettledAction } from '../actions/settled-action.ts';
import type { Chain } from '../chain/chain.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';

export interface PageAnswer {
  readonly status: number;
  readonly chain: Chain;
  /** Outermost first. The last segment is the page, or the outcome in its place. */
  readonly segments: readonly LoadedSegment[];
  readonly staleMs: number;
  readonly action?: SettledAction;
  readonly flash?: Flash;
}

/** Body of a response whose status and headers are already set. */
export type Body = string | NodeJS.ReadableStream;
