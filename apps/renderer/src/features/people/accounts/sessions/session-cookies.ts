import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import type { HostCookie } from '../host-cookie.ts';

@Injectable()
export class SessionCookies {
  constructor(private readonly options: AccountsOptions) {}

  /**
   * Returns the session token. When the browser sends several session cookies, the first has the
   * longest path (RFC 6265, 5.4) and is used.
   */
  read(request: Request): string | undefined {
    return listCookies(request, this.describe(request).name)[0];
  }

  set(
    request: Request,
    response: Response,
    { token, lifetimeMs }: { readonly token: string; readonly lifetimeMs: number },
  ): void {
    const { name, options } = this.describe(request);
    response.cookie(name, token, { ...options, maxAge: lifetimeMs });
  }

  clear(request: Request, response: Response): void {
    const { name, options } = this.describe(request);
    response.clearCookie(name, options);
  }

  private describe(request: Request): HostCookie {
    return describeHostCookie(this.options, request, 'errata');
  }
}
