import type { PageHead } from '../head/page-head.ts';

export interface SegmentOptions<Props> {
  /**
   * Returns the segment's part of the document's head. Deferred props are still promises when this
   * is called.
   */
  readonly head?: (props: Props) => PageHead;
  /** When an action invalidates one of these tags, browsers load the segment again. */
  readonly tags?: (props: Props) => readonly string[];
}

export type AnySegmentOptions = SegmentOptions<never>;
