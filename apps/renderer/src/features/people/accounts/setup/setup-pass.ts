import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import type { HostCookie } from '../host-cookie.ts';
import { SetupService } from './setup.service.ts';

/**
 * The set-up token in the browser that opened the printed link, which may read while nobody owns Errata. Where a
 * request comes from says nothing of who sends it: a proxy on this machine asks for others, and need not tell.
 */
@Injectable()
export class SetupPass {
  constructor(
    private readonly setup: SetupService,
    private readonly options: AccountsOptions,
  ) {}

  /**
   * The token that a browser has, or that the link it opens brings: the layout around that page is as it stays after it.
   * Undefined when it has none, or a wrong one.
   */
  async find(request: Request): Promise<string | undefined> {
    const { token: brought } = request.query;
    const kept = listCookies(request, this.describe(request).name);
    for (const token of [...kept.slice(0, 1), brought]) {
      // One of two at most.
      if (typeof token === 'string' && (await this.setup.isToken(token))) return token;
    }
    return undefined;
  }

  /** For as long as the browser runs; once there is an owner it opens nothing. Not for a wrong token. */
  async give(request: Request, response: Response, token: string): Promise<void> {
    if (!(await this.setup.isToken(token))) return;
    const { name, options } = this.describe(request);
    response.cookie(name, token, options);
  }

  take(request: Request, response: Response): void {
    const { name, options } = this.describe(request);
    response.clearCookie(name, options);
  }

  private describe(request: Request): HostCookie {
    return describeHostCookie(this.options, request, 'errata-setup');
  }
}
