import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { DataFetch } from './data-client.ts';

/**
 * Adds the option `at` to a `fetch`. A call with `at` opens a new connection to that address;
 * `Host` and TLS still use the name in the URL.
 *
 * ```ts
 * const fetchFrom = createAddressedFetch(fetch);
 * const [at] = await listAddresses('http://relay:3001');
 * const answer = await fetchFrom('http://relay:3001/health/live', { at });
 * ```
 */
export function createAddressedFetch(fetch: typeof globalThis.fetch): DataFetch {
  return (url, { at, ...init }) => (at ? fetchAt(at, url, init) : fetch(url, init));
}

/**
 * Loads undici for later calls with `at`. Loading takes about 0.1 s, and the first call would
 * otherwise wait for it.
 *
 * ```ts
 * await prepareAddressedFetch();
 * const answers = await Promise.all(addresses.map((at) => fetchFrom(url, { at })));
 * ```
 */
export async function prepareAddressedFetch(): Promise<void> {
  await loadUndici();
}

/** undici is loaded on demand, because most installations never need it. */
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
    // undici has its own copies of the global classes, so the types differ.
    const undiciInit = { ...init, dispatcher } as Parameters<typeof fetch>[1];
    return (await fetch(url, undiciInit)) as unknown as Response;
  } finally {
    void dispatcher.close();
  }
}
