import { useCallback } from 'react';
import type { LivePart } from '../live/live-part.ts';
import { useLivePart } from './use-live-part.ts';

/**
 * Loads data with a tag again every `everyMs`, for changes that the server does not publish. Pauses
 * while the page is hidden or the browser is offline.
 *
 * ```tsx
 * const isSending = deliveries.some(({ status }) => status === 'sending');
 * usePoll('deliveries', isSending ? 2000 : 15_000);
 * ```
 */
export function usePoll(tag: string, everyMs: number): void {
  useLivePart(useCallback((live: LivePart) => live.poll(tag, everyMs), [tag, everyMs]));
}
