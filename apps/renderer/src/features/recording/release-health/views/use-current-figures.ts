import { useLive, usePoll } from '#client-runtime';
import { PAGE_EVERY_MS } from '../../../../ui/page-every-ms.ts';

const SESSIONS_EVERY_MS = 30_000;

/** Sessions come without a message to open pages, so a page of releases also asks by itself. */
export function useCurrentFigures(): void {
  useLive({ everyMs: PAGE_EVERY_MS });
  usePoll('releases', SESSIONS_EVERY_MS);
}
