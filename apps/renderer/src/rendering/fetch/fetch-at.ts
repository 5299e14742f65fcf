import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { DataFetch } from './data-client.ts';

/**
 * The given `fetch`, and for calls with `at` one that connects to that address, whichever others the name has: host,
 * TLS and all else are by the name. Such a call has a connection of its own.
 */
export function createAddressedFetch(fetch: typeof globalThis.fetch): DataFetch {
  return (url, { at, ...init }) => (at ? fetchAt(at, url, init) : fetch(url, init));
}

/** Resolves once calls with `at` begin at once: for the first of them a library is loaded, which takes about 0.1 s. */
export async function prepareAddressedFetch(): Promise<void> {
  await loadUndici();
}

/** With the first such call: most installations make none. */
function loadUndici() {
  return import('undici');
}

async function fetchAt(at: LookupAddress, url: string | URL, init: RequestInit): Promise<Response> {
  const { Agent, fetch } = await loadUndici();
  const lookup: LookupFunction = (_name, { all }, found) => {
    if (all) found(null, [at]);
    else found(null, at.address, at.family);
  };
  const dispatcher = new Agent({ connect: { lookup } });
  try {
    // The same functions and classes as the global ones, of another copy.
    const undiciInit = { ...init, dispatcher } as Parameters<typeof fetch>[1];
    return (await fetch(url, undiciInit)) as unknown as Response;
  } finally {
    // Ends its connection once the body has been read, or cancelled.
    void dispatcher.close();
  }
}
