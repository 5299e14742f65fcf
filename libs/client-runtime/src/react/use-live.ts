import { useCallback, useState } from 'react';
import type { LivePart } from '../live/live-part.ts';
import type { LiveState } from '../live/refresher.ts';
import { useLivePart } from './use-live-part.ts';

/**
 * Options of `useLive`.
 *
 * ```tsx
 * const options: LiveOptions = { everyMs: 5000 };
 * const { isRefreshing } = useLive(options);
 * ```
 */
export interface LiveOptions {
  /** Shortest time between two refreshes, 1000 by default. Infinity refreshes only on request. */
  readonly everyMs?: number;
}

const atFirst: LiveState = {
  isStale: false,
  isRefreshing: false,
  isFailing: false,
  refresh() {},
};

/**
 * Refreshes the page when data under the tags of the page or its layouts change on the server.
 * Pauses while the page is hidden or the browser is offline.
 *
 * ```tsx
 * const { isStale, refresh } = useLive({ everyMs: Infinity });
 * return isStale ? <button onClick={refresh}>Show what is new</button> : null;
 * ```
 */
export function useLive({ everyMs = 1000 }: LiveOptions = {}): LiveState {
  const [state, onChange] = useState(atFirst);
  useLivePart(useCallback((live: LivePart) => live.follow({ everyMs, onChange }), [everyMs]));
  return state;
}
