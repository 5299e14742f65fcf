import type { Segment, SegmentChange, SegmentFilter } from '#product/performance/segments';
import { PagePlaces } from '../../../rendering/index.ts';
import type { PartLoader } from '../../../rendering/index.ts';

export interface SegmentContext {
  readonly segment: Segment;
  readonly filter: SegmentFilter;
  readonly change?: SegmentChange | undefined;
}

/** Places of a segment's page: below the words on its change, and below its durations. */
const places = ['change', 'below'] as const;

export const segmentPage = new PagePlaces<SegmentContext, (typeof places)[number]>(
  'segment',
  places,
);

/** `describe` adds blocks to the segment's Markdown. */
export interface SegmentPartLoader<Data> extends PartLoader<SegmentContext, Data> {
  describe?(context: SegmentContext): Promise<readonly string[]>;
}
