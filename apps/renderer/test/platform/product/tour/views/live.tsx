import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

export function Live(): ReactNode {
  const isLive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return <i data-live={isLive} />;
}
