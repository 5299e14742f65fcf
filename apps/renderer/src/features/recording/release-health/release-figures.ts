import type { SummedSessions } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
import type { ReleaseFigures } from './release-health.dto.ts';

export const FIGURES_OF_MS = 86_400_000;

type UseOfRelease = Pick<ReleaseFigures, 'sessions' | 'errored' | 'adoption'>;

interface SummedRelease {
  readonly version: string;
  readonly projectIds: readonly number[];
}

export function toFigures(sums: SummedSessions, release: SummedRelease): ReleaseFigures {
  const { crashFree, crashFreeUsers } = toReleaseNumbers(sums, release);
  return { ...toUse(sums, release), crashFree, crashFreeUsers };
}

/** Returns how much a release is used. */
export function toUse(sums: SummedSessions, release: SummedRelease): UseOfRelease {
  const { sessions, errored, adoption } = toReleaseNumbers(sums, release);
  return { sessions, errored, adoption };
}
