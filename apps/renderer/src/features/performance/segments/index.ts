export { printTable } from './print-segments.ts';
export { segmentPage } from './segment-page.ts';
export type { SegmentContext, SegmentPartLoader } from './segment-page.ts';
export { toShare } from './segment-words.ts';
export type { FigureTableProps } from './segments.dto.ts';
export { SegmentsModule } from './segments.module.ts';
