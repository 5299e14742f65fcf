import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { accountLimits } from '#shared';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import type { HostCookie } from '../host-cookie.ts';

@Injectable()
export class SessionCookies {
  constructor(private readonly options: AccountsOptions) {}

  /**
   * Returns the session token from the first cookie of the name. Browsers send the cookie with the
   * most specific path first (RFC 6265, 5.4).
   */
  read(request: Request): string | undefined {
    return listCookies(request, this.describe(request).name)[0];
  }

  set(request: Request, response: Response, token: string): void {
    const { name, options } = this.describe(request);
    response.cookie(name, token, { ...options, maxAge: accountLimits.sessionLifetimeMs });
  }

  clear(request: Request, response: Response): void {
    const { name, options } = this.describe(request);
    response.clearCookie(name, options);
  }

  private describe(request: Request): HostCookie {
    return describeHostCookie(this.options, request, 'errata');
  }
}
