import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

/** Whether scripts have taken over. */
export function Live(): ReactNode {
  const isLive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return <i data-live={isLive} />;
}
