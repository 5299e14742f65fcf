import { createContext, useContext } from 'react';
import type { Router } from '../navigation/router.ts';

/** Undefined on the server. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** The router of the page, for handlers and effects. Throws where it is asked for on the server. */
export function useRouter(): Router {
  const router = useContext(RouterContext);
  return router ?? ON_SERVER;
}

const ON_SERVER = new Proxy({} as Router, {
  get(_, name) {
    throw new Error(
      `The server does not navigate: router.${String(name)} is for handlers and effects.`,
    );
  },
});
