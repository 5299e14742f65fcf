import { useEffect } from 'react';
import type { LivePart } from '../live/live-part.ts';
import { useApplication } from './context.ts';

/**
 * Calls `start` once the live part is loaded, and its result at the end. `start` must stay the same
 * function, because another one starts again.
 */
export function useLivePart(start: (live: LivePart) => () => void): void {
  const { router } = useApplication();
  useEffect(() => {
    const stopping = router?.live().then(
      (live) => !isOver && start(live),
      () => {},
    );
    let isOver = false;
    return () => {
      isOver = true;
      void stopping?.then((stop) => stop && stop());
    };
  }, [router, start]);
}
