import type { SummedSessions } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
import type { ReleaseFigures } from './release-health.dto.ts';

export const FIGURES_OF_MS = 86_400_000;

export function toFigures(
  sums: SummedSessions,
  release: { readonly version: string; readonly projectIds: readonly number[] },
): ReleaseFigures {
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
