import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import type { HostCookie } from '../host-cookie.ts';
import { SetupService } from './setup.service.ts';

/**
 * Keeps the set-up token in a cookie of the browser that opened the printed link. This browser may
 * read while Errata has no owner.
 *
 * The client's address would prove nothing. A proxy on this machine may forward requests of
 * strangers without naming their addresses.
 */
@Injectable()
export class SetupPass {
  constructor(
    private readonly setup: SetupService,
    private readonly options: AccountsOptions,
  ) {}

  /**
   * Returns the valid set-up token from the cookie or from the query, or undefined. The query
   * counts too, because the page that the printed link opens is rendered before the browser has the
   * cookie.
   */
  async find(request: Request): Promise<string | undefined> {
    const { token: brought } = request.query;
    const kept = listCookies(request, this.describe(request).name);
    for (const token of [...kept.slice(0, 1), brought]) {
      if (typeof token === 'string' && (await this.setup.isToken(token))) return token;
    }
    return undefined;
  }

  /**
   * Sets a cookie for the browser session when the token is right. The cookie is worthless once
   * Errata has an owner.
   */
  async setCookie(request: Request, response: Response, token: string): Promise<void> {
    if (!(await this.setup.isToken(token))) return;
    const { name, options } = this.describe(request);
    response.cookie(name, token, options);
  }

  clearCookie(request: Request, response: Response): void {
    const { name, options } = this.describe(request);
    response.clearCookie(name, options);
  }

  private describe(request: Request): HostCookie {
    return describeHostCookie(this.options, request, 'errata-setup');
  }
}
