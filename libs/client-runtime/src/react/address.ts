import { createContext, useContext } from 'react';

/** Path under which the application is mounted, without a trailing slash; empty at the root. */
export const BasePathContext = createContext('');

/** What the address bar shows, base path included. */
export const AddressContext = createContext('/');

/** Turns an address within the application (`/issues`) into one for the browser (`/base/issues`). */
export function useHref(address: string): string {
  const basePath = useContext(BasePathContext);
  return address.startsWith('/') ? basePath + address : address;
}
