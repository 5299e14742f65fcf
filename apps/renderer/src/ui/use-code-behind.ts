import { useEffect } from 'react';

/**
 * Runs code that loads behind the page, for as long as the component is there. The page works without that code.
 *
 * @param load gives a function that starts the code and returns what ends it. The same function in every rendering.
 */
export function useCodeBehind(load: () => Promise<() => () => void>): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    void load().then(
      (start) => {
        if (!isOver) end = start();
      },
      // A deploy may have removed the code.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [load]);
}
