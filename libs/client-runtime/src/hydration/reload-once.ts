import { runtimeLimits } from '#page-protocol';
import type { Clock } from '#page-protocol';
import { keep, recall } from '../history/tab-storage.ts';

const KEY = 'page.reload';

export interface ReloadParts {
  readonly window: Window;
  readonly clock: Clock;
}

/**
 * Reloads a document whose code did not load, because a deployment may have replaced the files, or
 * whose nodes somebody else moved. Returns false without reloading when this tab was reloaded so
 * within the last `reloadAgainMs`.
 */
export function reloadOnce({ window, clock }: ReloadParts): boolean {
  const nowMs = clock.nowMs();
  const isDue = nowMs - +recall(window, KEY)! >= runtimeLimits.reloadAgainMs;
  // A reload that session storage cannot record might repeat without end.
  const isFirst = isDue && keep(window, KEY, `${nowMs}`);
  if (isFirst) window.location.reload();
  return isFirst;
}
