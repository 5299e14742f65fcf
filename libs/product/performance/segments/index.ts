export { segments } from './store/index.ts';
export { spanSettings } from './store/span-settings.ts';
export type { SpanItem } from './store/span-item.ts';
export { SegmentStore } from './store/segment.store.ts';
export { OTHERS } from './store/segment.tables.ts';
export type {
  Segment,
  SegmentChange,
  SegmentFilter,
  SegmentOrder,
  SegmentPage,
  SegmentPoint,
  SegmentRelease,
  SegmentRow,
  SegmentTimes,
  SegmentTotals,
} from './store/segment.types.ts';
export { STEPS as spanSteps } from './store/span-sums.ts';
export { type AskedCounts, SpanReading, SpanTotal } from './store/span-reading.ts';
