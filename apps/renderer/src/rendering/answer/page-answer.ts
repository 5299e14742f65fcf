import type { Flash } from '#shared';
import type { SettledAction } from '../actions/settled-action.ts';
import type { Chain } from '../chain/chain.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';

export interface PageAnswer {
  readonly status: number;
  readonly chain: Chain;
  /** Outermost first; the page, or the outcome in its place, is the last. */
  readonly segments: readonly LoadedSegment[];
  readonly staleMs: number;
  readonly action?: SettledAction;
  readonly flash?: Flash;
}

/** Body of an answer, whole or as a stream. Status and headers are on the response already. */
export type Body = string | NodeJS.ReadableStream;
