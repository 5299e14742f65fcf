export {
  findDiffering,
  isOutstanding,
  isRepeated,
  LEAST_EVENTS,
  listCompared,
} from './differing-tags.ts';
export type { ComparedTag, DifferingTag, IssueSample, NameCounts } from './differing-tags.ts';
