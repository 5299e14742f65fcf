import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { DataFetch } from './data-client.ts';

/**
 * Adds the option `at` to a `fetch`: such a call connects to that address, while host, TLS and
 * everything else follow the name in the URL. Each of these calls has a connection of its own.
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
 * Loads the library behind calls with `at`, which takes about 0.1 s. Otherwise the first of these
 * calls waits for it.
 *
 * ```ts
 * await prepareAddressedFetch();
 * const answers = await Promise.all(addresses.map((at) => fetchFrom(url, { at })));
 * ```
 */
export async function prepareAddressedFetch(): Promise<void> {
  await loadUndici();
}

/** Loaded on demand, because most installations never need it. */
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
    // undici's classes are another copy of the global ones, so their types differ.
    const undiciInit = { ...init, dispatcher } as Parameters<typeof fetch>[1];
    return (await fetch(url, undiciInit)) as unknown as Response;
  } finally {
    void dispatcher.close();
  }
}
