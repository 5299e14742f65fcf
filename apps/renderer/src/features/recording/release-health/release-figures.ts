import type { SummedSessions } from '#product/recording/release-health';
import { compareCrashFree, toReleaseNumbers } from '#product/recording/release-health/rules';
import type { CrashFreeVerdict } from '#product/recording/release-health/rules';
import type { ReleaseFigures } from './release-health.dto.ts';

export const FIGURES_OF_MS = 86_400_000;

interface SummedRelease {
  readonly version: string;
  readonly projectIds: readonly number[];
}

export function toFigures(sums: SummedSessions, release: SummedRelease): ReleaseFigures {
  const { sessions, errored, adoption, crashFree, crashFreeUsers } = toReleaseNumbers(
    sums,
    release,
  );
  return {
    sessions,
    errored,
    ...(adoption === undefined ? {} : { adoption }),
    ...(crashFree === undefined ? {} : { crashFree }),
    ...(crashFreeUsers === undefined ? {} : { crashFreeUsers }),
  };
}

/** Returns undefined when one of the releases has no sessions in `sums`. */
export function toVerdict(
  sums: SummedSessions,
  release: SummedRelease,
  previous: SummedRelease,
): CrashFreeVerdict | undefined {
  return compareCrashFree(toReleaseNumbers(sums, release), toReleaseNumbers(sums, previous));
}
