import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { accountLimits, Clock, parseEmail } from '#shared';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions, isSecure } from '../accounts.options.ts';
import { isSameToken } from '../sessions/session-token.ts';

const ID_BYTES = 16;
const VALUE = /^(?<id>[\w-]{22})\.(?<untilMs>\d{1,15})\.(?<signature>[\w-]{43})$/;
/** Another host of the same domain can add cookies: the service looks at no more than these. */
const MOST_COOKIES = 5;

/**
 * Browsers that have signed in here before, each by a signed cookie for the account that was signed in with last. It says
 * who may try apart from strangers, and opens nothing. The browser sends it to the sign-in alone, and it names nobody.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /** The name under which failures of the browser count; undefined where it has not signed in with this account. */
  find(request: Request, email: string): string | undefined {
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return undefined;
    const { name } = this.describe(request);
    const values = listCookies(request, name).slice(0, MOST_COOKIES);
    return values.map((value) => this.verify(value, emailKey)).find((id) => id !== undefined);
  }

  /** It has signed in with this account just now. */
  remember(request: Request, response: Response, email: string): void {
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return;
    // The same as before: nobody gets more tries by signing in more often.
    const id = this.find(request, email) ?? randomBytes(ID_BYTES).toString('base64url');
    const untilMs = this.clock.nowMs() + accountLimits.knownBrowserMs;
    const { name, options } = this.describe(request);
    const value = `${id}.${untilMs}.${this.sign(id, untilMs, emailKey)}`;
    response.cookie(name, value, { ...options, maxAge: accountLimits.knownBrowserMs });
  }

  private verify(value: string, emailKey: string): string | undefined {
    const { id = '', untilMs = '', signature = '' } = VALUE.exec(value)?.groups ?? {};
    if (Number(untilMs) <= this.clock.nowMs()) return undefined;
    return isSameToken(signature, this.sign(id, Number(untilMs), emailKey)) ? id : undefined;
  }

  private sign(id: string, untilMs: number, emailKey: string): string {
    return createHmac('sha256', this.options.secret)
      .update(`known browser ${id} ${untilMs} ${emailKey}`)
      .digest('base64url');
  }

  private describe(request: Request): { name: string; options: CookieOptions } {
    const secure = isSecure(this.options, request);
    return {
      name: secure ? '__Secure-errata-browser' : 'errata-browser',
      options: {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: `${this.options.basePath}/sign-in`,
      },
    };
  }
}
