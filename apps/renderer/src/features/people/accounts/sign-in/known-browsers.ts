import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { UserStore } from '#product/people/accounts';
import { accountLimits, Clock, parseEmail } from '#shared';
import { listCookies } from '../../../../rendering/index.ts';
import { AccountsOptions } from '../accounts.options.ts';
import { describeHostCookie } from '../host-cookie.ts';
import { isSameToken } from '../sessions/session-token.ts';

const NAME = 'errata-browser';
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
 * strangers (browsers without this cookie). Its value contains no email, and becomes void when the
 * password changes.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly users: UserStore,
    private readonly options: AccountsOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id under which failed sign-ins from this browser are counted. Returns undefined
   * when the browser has not signed in to this account before.
   */
  async find(request: Request, email: string): Promise<string | undefined> {
    const account = await this.describeAccount(email);
    return account && this.findId(request, account);
  }

  async remember(request: Request, response: Response, email: string): Promise<void> {
    const account = await this.describeAccount(email);
    if (account === undefined) return;
    // Keeps the browser's id. A new id at each sign-in would reset the count of failed sign-ins.
    const id = this.findId(request, account) ?? randomBytes(ID_BYTES).toString('base64url');
    const untilMs = this.clock.nowMs() + accountLimits.knownBrowserMs;
    const { name, options } = describeHostCookie(this.options, request, NAME);
    const value = `${id}.${untilMs}.${this.sign(id, untilMs, account)}`;
    response.cookie(name, value, { ...options, maxAge: accountLimits.knownBrowserMs });
  }

  /** Returns the facts of an active account that each mark is signed over. */
  private async describeAccount(email: string): Promise<string | undefined> {
    const emailKey = parseEmail(email)?.key;
    if (emailKey === undefined) return undefined;
    const found = await this.users.findCredentials({ emailKey });
    return found && `${emailKey} ${found.passwordHash}`;
  }

  private findId(request: Request, account: string): string | undefined {
    const { name } = describeHostCookie(this.options, request, NAME);
    const values = listCookies(request, name).slice(0, MOST_COOKIES);
    return values.map((value) => this.verify(value, account)).find((id) => id !== undefined);
  }

  private verify(value: string, account: string): string | undefined {
    const { id = '', untilMs = '', signature = '' } = VALUE.exec(value)?.groups ?? {};
    if (Number(untilMs) <= this.clock.nowMs()) return undefined;
    return isSameToken(signature, this.sign(id, Number(untilMs), account)) ? id : undefined;
  }

  private sign(id: string, untilMs: number, account: string): string {
    return createHmac('sha256', this.options.secret)
      .update(`known browser ${id} ${untilMs} ${account}`)
      .digest('base64url');
  }
}
