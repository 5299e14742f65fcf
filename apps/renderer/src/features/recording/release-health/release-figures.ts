import type { SummedSessions } from '#product/recording/release-health';
import { toReleaseNumbers } from '#product/recording/release-health/rules';
import type { ReleaseFigures } from './release-health.dto.ts';

export const FIGURES_OF_MS = 86_400_000;

interface SummedRelease {
  readonly version: string;
  readonly projectIds: readonly number[];
}

export function toFigures(sums: SummedSessions, release: SummedRelease): ReleaseFigures {
  const numbers = toReleaseNumbers(sums, release);
  const { sessions, errored, adoption, crashFree, unhandledFree, crashFreeUsers } = numbers;
  return { sessions, errored, adoption, crashFree, unhandledFree, crashFreeUsers };
}
