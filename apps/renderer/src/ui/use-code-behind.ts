import { useEffect } from 'react';

/**
 * Loads code after the page, and runs the code while the component is mounted. The page must work
 * without it.
 *
 * @param load Resolves with a function that starts the code and returns its cleanup. Must be the
 *   same function in every rendering.
 */
export function useCodeBehind(load: () => Promise<() => () => void>): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    void load().then(
      (start) => {
        if (!isOver) end = start();
      },
      // A deployment may have removed the file.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [load]);
}
