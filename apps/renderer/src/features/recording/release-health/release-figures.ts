import type { SummedSessions } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
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
  return { sessions, errored, adoption, crashFree, crashFreeUsers };
}
