import type { PageHead } from '../head/page-head.ts';

export interface SegmentOptions<Props> {
  /** Returns the segment's part of the document's head. Deferred props have not settled here. */
  readonly head?: (props: Props) => PageHead;
  /** Returns the tags by which actions have this segment loaded again. */
  readonly tags?: (props: Props) => readonly string[];
}

export type AnySegmentOptions = SegmentOptions<never>;
