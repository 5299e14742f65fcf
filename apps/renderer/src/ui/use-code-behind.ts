import { useEffect } from 'react';

/**
 * Runs code that loads after the page, for as long as the component is mounted. The page works
 * without that code.
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
