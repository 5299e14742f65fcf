import type { PageHead } from '../head/page-head.ts';

export interface SegmentOptions<Props> {
  /**
   * Returns the segment's part of the document's head. Deferred props are still promises at this
   * point.
   */
  readonly head?: (props: Props) => PageHead;
  /**
   * Returns the tags of this segment. An action that names one of them makes browsers load the
   * segment again.
   */
  readonly tags?: (props: Props) => readonly string[];
}

export type AnySegmentOptions = SegmentOptions<never>;
