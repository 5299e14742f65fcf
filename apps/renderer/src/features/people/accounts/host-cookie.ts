import type { CookieOptions, Request } from 'express';
import { isSecure } from './accounts.options.ts';
import type { AccountsOptions } from './accounts.options.ts';

export interface HostCookie {
  readonly name: string;
  readonly options: CookieOptions;
}

/**
 * Describes a cookie that scripts cannot read. Over TLS the name begins with `__Host-`. Browsers
 * then accept the cookie only from this host, not from sibling subdomains (RFC 6265bis, 4.1.3.2).
 *
 * A `__Host-` cookie must have the path `/`, and is therefore sent to the whole host.
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
