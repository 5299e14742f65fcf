import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { accountLimits } from '#shared';
import { listCookies } from '../../../rendering/index.ts';
import { AccountsOptions, isSecure } from '../accounts.options.ts';

/** Keeps the token of a session in the visitor's browser, where no script reads it. */
@Injectable()
export class SessionCookies {
  constructor(private readonly options: AccountsOptions) {}

  /** The one of the most specific path: that comes first (RFC 6265, 5.4). */
  read(request: Request): string | undefined {
    return listCookies(request, this.describe(request).name)[0];
  }

  /** Of a session that begins now: for as long as it lasts. */
  give(request: Request, response: Response, token: string): void {
    const { name, options } = this.describe(request);
    response.cookie(name, token, { ...options, maxAge: accountLimits.sessionLifetimeMs });
  }

  take(request: Request, response: Response): void {
    const { name, options } = this.describe(request);
    response.clearCookie(name, options);
  }

  /**
   * Within TLS a name that browsers let no other host set, sibling subdomains included
   * (RFC 6265bis, 4.1.3.2); it holds for the whole host.
   */
  private describe(request: Request): { name: string; options: CookieOptions } {
    const secure = isSecure(this.options, request);
    const path = secure ? '/' : this.options.basePath || '/';
    return {
      name: secure ? '__Host-errata' : 'errata',
      options: { httpOnly: true, sameSite: 'lax', secure, path },
    };
  }
}
