import type { Request, Response } from 'express';

const EXPIRED = /;\s*(?:max-age\s*=\s*(?:0|-\d+)\s*(?:;|$)|expires\s*=\s*thu, 01 jan 1970)/i;

/**
 * Copies the cookies that the response sets into the request's `Cookie` header, so that later code
 * sees the cookies that the browser will send.
 */
export function applySetCookies(request: Request, response: Response): void {
  const set = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
  if (set.length === 0) return;
  const cookies = new Map(
    (request.headers.cookie ?? '').split(/;\s*/).flatMap((pair) => (pair ? [split(pair)] : [])),
  );
  for (const each of set) {
    const [name, value] = split(each.split(';', 1)[0] ?? '');
    if (isExpiredCookie(each)) cookies.delete(name);
    else cookies.set(name, value);
  }
  request.headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Whether a `Set-Cookie` header deletes its cookie. */
export function isExpiredCookie(cookie: string): boolean {
  return EXPIRED.test(cookie);
}

function split(pair: string): readonly [name: string, value: string] {
  const end = pair.indexOf('=');
  return end === -1 ? ['', pair] : [pair.slice(0, end).trim(), pair.slice(end + 1).trim()];
}
