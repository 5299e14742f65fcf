import type { Flash } from '#shared';
import type { SettledAction } from '../actions/settled-action.ts';
import type { Chain } from '../chain/chain.ts';
import type { LoadedSegment } from '../chain/loaded-segment.ts';

/** What a request for a page is answered with, whatever the format. */
export interface PageAnswer {
  readonly status: number;
  readonly chain: Chain;
  /** Outermost first; the page, or the outcome in its place, is the last. */
  readonly segments: readonly LoadedSegment[];
  readonly staleMs: number;
  /** What became of the action that led here; absent of a request that only reads. */
  readonly action?: SettledAction;
  /** What the visitor is told, once. */
  readonly flash?: Flash;
}

/** The body of an answer: whole, or as it becomes known. Status and headers are on the response already. */
export type Body = string | NodeJS.ReadableStream;
