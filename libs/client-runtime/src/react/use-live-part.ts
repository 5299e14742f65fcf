import { useEffect } from 'react';
import type { LivePart } from '../live/live-part.ts';
import { useApplication } from './context.ts';

/**
 * Calls `start` once the live part is loaded. Calls the function that `start` returned when the
 * component unmounts. `start` must stay the same function, because a new function makes the hook
 * start again.
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
