import type { Router } from '../router/router.ts';
import { useApplication } from './context.ts';

/** The router of the page, for handlers and effects: the server has none. */
export function useRouter(): Router {
  return useApplication().router as Router;
}
