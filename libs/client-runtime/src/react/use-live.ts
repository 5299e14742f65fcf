import { useCallback, useState } from 'react';
import type { LivePart } from '../live/live-part.ts';
import type { LiveState } from '../live/refresher.ts';
import { useLivePart } from './use-live-part.ts';

export interface LiveOptions {
  /** The page is loaded again at most so often, in milliseconds; 1000 unless said. Infinity: when somebody asks for it. */
  readonly everyMs?: number;
}

const atFirst: LiveState = {
  isStale: false,
  isRefreshing: false,
  isFailing: false,
  refresh() {},
};

/**
 * Has the page follow what changes under its tags, and its layouts' tags, on the server. What changed is loaded again behind what is shown;
 * nothing is, while nobody sees the page.
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
