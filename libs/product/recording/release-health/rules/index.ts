export { compareReleases } from './crash-free-verdict.ts';
export type { ReleaseVerdict } from './crash-free-verdict.ts';
export { formatShare } from './format-share.ts';
export { toShareWithout } from './health.ts';
export type { Health, SessionSums } from './health.ts';
export {
  choosePeriod,
  daysAround,
  findLeastShare,
  judgeRelease,
  listCrashFree,
  sinceYesterday,
  sumDays,
} from './release-days.ts';
export type { Period, ReleaseDay } from './release-days.ts';
export { hasReleasePage } from './release-page.ts';
export { toReleaseNumbers } from './release-numbers.ts';
export type { ReleaseNumbers } from './release-numbers.ts';
