import type { CookieOptions, Request } from 'express';
import { isSecure } from './accounts.options.ts';
import type { AccountsOptions } from './accounts.options.ts';

export interface HostCookie {
  readonly name: string;
  readonly options: CookieOptions;
}

/**
 * A cookie that no script reads. Within TLS it has a name that browsers let no other host set, sibling subdomains
 * included (RFC 6265bis, 4.1.3.2); it holds for the whole host.
 */
export function describeHostCookie(
  options: AccountsOptions,
  request: Request,
  name: string,
): HostCookie {
  const secure = isSecure(options, request);
  const path = secure ? '/' : options.basePath || '/';
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite: 'lax', secure, path },
  };
}
