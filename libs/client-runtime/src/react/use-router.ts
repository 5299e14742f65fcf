import type { Router } from '../router/router.ts';
import { useApplication } from './context.ts';

/**
 * Returns the router, for handlers and effects. The server has none.
 *
 * ```tsx
 * const router = useRouter();
 * <button onClick={() => router.refresh('queue')}>Refresh</button>;
 * ```
 */
export function useRouter(): Router {
  return useApplication().router as Router;
}
