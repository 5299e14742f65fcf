import { useEffect } from 'react';
import type { LivePart } from '../live/live-part.ts';
import { useApplication } from './context.ts';

/** Runs `start` with the live part, once that is there; what it returns runs at the end. `start` is the same as long as it does the same. */
export function useLivePart(start: (live: LivePart) => () => void): void {
  const { router } = useApplication();
  useEffect(() => {
    // Where its code does not come, the page stays as it is.
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
