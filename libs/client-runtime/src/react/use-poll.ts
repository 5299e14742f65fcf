import { useCallback } from 'react';
import type { LivePart } from '../live/live-part.ts';
import { useLivePart } from './use-live-part.ts';

/**
 * Has what the page shows with a tag loaded again every `everyMs` milliseconds: for what no server tells of. Rests while nobody sees
 * the page, and while the browser is offline.
 *
 * ```tsx
 * usePoll('queue', 10_000);
 * ```
 */
export function usePoll(tag: string, everyMs: number): void {
  useLivePart(useCallback((live: LivePart) => live.poll(tag, everyMs), [tag, everyMs]));
}
