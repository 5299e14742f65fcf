import { useRouter } from '#client-runtime';
import { useEffect } from 'react';

/** Lends the router to specs: what they click by themselves would be scrolled to. */
export function useLentRouter(): void {
  const router = useRouter();
  useEffect(() => {
    Object.assign(window, { lentRouter: router });
  }, [router]);
}
