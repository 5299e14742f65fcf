import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { accountLimits, Clock, parseEmail } from '#shared';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions, isSecure } from '../accounts.options.ts';
import { isSameToken } from '../sessions/session-token.ts';

const ID_BYTES = 16;
const VALUE = /^(?<id>[\w-]{22})\.(?<untilMs>\d{1,15})\.(?<signature>[\w-]{43})$/;
/**
 * Number of cookies that are checked in one request. Other hosts of the same domain can add any
 * number of cookies with this name.
 */
const MOST_COOKIES = 5;

/**
 * Recognises browsers that have signed in before. A signed cookie in each browser stands for the
 * account that signed in last.
 *
 * The cookie grants no access. Failed sign-ins of a known browser count separately from those of
 * strangers (browsers without this cookie). The cookie's path is `/sign-in`, and its value contains
 * no email.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id under which failed sign-ins from this browser are counted. Returns undefined
   * when the browser has not signed in to this account before.
   */
  find(request: Request, email: string): string | undefined {
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return undefined;
    const { name } = this.describe(request);
    const values = listCookies(request, name).slice(0, MOST_COOKIES);
    return values.map((value) => this.verify(value, emailKey)).find((id) => id !== undefined);
  }

  remember(request: Request, response: Response, email: string): void {
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return;
    // Keeps the browser's id. A new id at each sign-in would reset the count of failed sign-ins.
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
