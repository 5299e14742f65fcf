import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import type { HostCookie } from '../host-cookie.ts';
import { SetupService } from './setup.service.ts';

/**
 * Keeps the set-up token in a cookie of the browser that opened the set-up link. While Errata has
 * no owner, this browser may read all pages.
 *
 * The visitor's network address would prove nothing, because a proxy on this machine may forward
 * requests of strangers under its own address.
 */
@Injectable()
export class SetupPass {
  constructor(
    private readonly setup: SetupService,
    private readonly options: AccountsOptions,
  ) {}

  /**
   * Returns the valid set-up token from the cookie or from the query, or undefined. On the first
   * visit the browser has no cookie yet, and only the query contains the token.
   */
  async find(request: Request): Promise<string | undefined> {
    const { token: brought } = request.query;
    const kept = listCookies(request, this.describe(request).name);
    for (const token of [...kept.slice(0, 1), brought]) {
      if (typeof token === 'string' && (await this.setup.isToken(token))) return token;
    }
    return undefined;
  }

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
