import type { NormalisedEvent } from '#shared';
import { fieldLimits, listLimits } from '../json/field-limits.ts';
import { withoutUndefined } from '../json/present.ts';
import { readArray, readObject, readPairs, readText } from '../json/shape.ts';

/** Headers whose values let their reader act as the user: never stored, whatever the SDK was told. */
const SECRET_HEADERS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'x-api-key',
  'x-csrf-token',
  'x-forwarded-authorization',
]);
const HIDDEN = '[hidden]';

/** The request an event happened in, without its body and cookies. */
export function normaliseRequest(value: unknown): NormalisedEvent['request'] {
  const source = readObject(value);
  if (!source) return undefined;
  const address = readText(source['url'], fieldLimits.address);
  const [url, queryOfUrl] = splitQuery(address);
  const request = withoutUndefined({
    method: readText(source['method'], fieldLimits.name),
    url,
    query: readQuery(source['query_string']) ?? queryOfUrl,
    headers: readHeaders(source['headers']),
  });
  return Object.keys(request).length === 1 && request.headers.length === 0 ? undefined : request;
}

function splitQuery(address: string | undefined): [url?: string, query?: string] {
  if (address === undefined) return [];
  const withoutFragment = address.split('#', 1)[0]!;
  const mark = withoutFragment.indexOf('?');
  if (mark === -1) return [withoutFragment];
  return [withoutFragment.slice(0, mark), withoutFragment.slice(mark + 1) || undefined];
}

/** Text, an object or a list of pairs. */
function readQuery(value: unknown): string | undefined {
  if (typeof value === 'string') return readText(value.replace(/^\?/, ''), fieldLimits.address);
  const text = readPairs(value)
    .map(([name, entry]) => [readText(name, 200), readText(entry, 1000) ?? ''])
    .filter(([name]) => name !== undefined)
    .map(([name, entry]) => `${name}=${entry}`)
    .join('&');
  return readText(text, fieldLimits.address);
}

function readHeaders(value: unknown): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (const [key, entry] of readPairs(value)) {
    const name = readText(key, fieldLimits.name);
    const text = readText(readArray(entry)?.[0] ?? entry, fieldLimits.headerValue);
    if (name === undefined || text === undefined) continue;
    if (headers.length === listLimits.headers) break;
    headers.push([name, SECRET_HEADERS.has(name.toLowerCase()) ? HIDDEN : text]);
  }
  return headers;
}
