import { usePoll } from '#client-runtime';
import type { ReactNode } from 'react';
import { Live } from '../../../../ui/live.tsx';

const SESSIONS_EVERY_MS = 30_000;

/** Sessions come without a message to open pages, so a page of releases also asks by itself. */
export function CurrentFigures(): ReactNode {
  usePoll('releases', SESSIONS_EVERY_MS);
  return <Live />;
}
