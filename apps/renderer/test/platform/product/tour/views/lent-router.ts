import { useRouter } from '#client-runtime';
import { useEffect } from 'react';

/**
 * Puts the router on the window for specs, because the driver would scroll to a link before it
 * clicks.
 */
export function useRouterOnWindow(): void {
  const router = useRouter();
  useEffect(() => {
    Object.assign(window, { lentRouter: router });
  }, [router]);
}
