import type { PageHead } from '../head/page-head.ts';

/** What a page or a layout says besides its data. */
export interface SegmentOptions<Props> {
  /** What it adds to the document's head. What is deferred has not settled here. */
  readonly head?: (props: Props) => PageHead;
  /** What an action names to have this segment loaded again. */
  readonly tags?: (props: Props) => readonly string[];
}

/** The same with the types that a decorator has checked left out. */
export type AnySegmentOptions = SegmentOptions<never>;
