import { to } from '#shared';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Session, User } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';
import { InvalidFieldsException, RedirectException } from '../../../../rendering/index.ts';
import type { Visit } from '../access/provider-sessions.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { unlessBusy } from '../unless-busy.ts';
import { AccountNotices } from '../mail/account-notices.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { PendingSignIns } from './pending-sign-ins.ts';
import type { VerifiedPerson } from './pending-sign-ins.ts';
import { SignInWatch } from './sign-in-watch.ts';
import { SignInService } from './sign-in.service.ts';
import type { Client, Credentials, SignInResult } from './sign-in.service.ts';
import { findLoopbackPeer } from './unnamed-proxy.ts';

interface EnteringVisitor extends Visit {
  readonly otherwise: string;
}

@Injectable()
export class SignInFlow {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly browsers: KnownBrowsers,
    private readonly watch: SignInWatch,
    private readonly pending: PendingSignIns,
    private readonly notices: AccountNotices,
  ) {}

  /**
   * Signs in with a password and starts the session. When a second factor is needed, remembers the
   * sign-in in a cookie instead. Rejects with an `InvalidFieldsException` when too many people sign
   * in at once.
   */
  async signInWithPassword(
    credentials: Credentials,
    request: Request,
    response: Visit['response'],
    madeUpBrowser?: string,
  ): Promise<SignInResult> {
    const browser = madeUpBrowser ?? (await this.browsers.find(request, credentials.email));
    const client = this.toTelling({ ...this.toClient(request), browser });
    const result = await unlessBusy(this.signIn.signIn(credentials, client));
    if (!result.ok) {
      if (result.code === 'accounts.second_factor_needed') {
        this.pending.remember({ request, response }, result.vouched);
      } else if (client.browser === undefined) await this.watch.note();
      return result;
    }
    await this.startSession(result, { request, response });
    return result;
  }

  /**
   * Signs in a person whom a password or provider has identified and who needs no further factor.
   * Sends the person a mail when the browser is new to the account. Returns undefined when
   * the account has changed after the identification.
   */
  async finish(
    vouched: VerifiedPerson,
    visit: Visit,
    secondFactor?: SecondFactorKind,
  ): Promise<Session | undefined> {
    const browser = await this.browsers.find(visit.request, vouched.user.email);
    const client = this.toTelling({ ...this.toClient(visit.request), browser });
    const result = await this.signIn.finish(vouched, client, secondFactor);
    if (!result.ok) return undefined;
    await this.startSession(result, visit);
    return result.session;
  }

  /**
   * Gives the session of this browser another cookie, so that a copy of the former ends. The browser
   * stays known to the account `knownAs`, whose new password makes all others strangers. Returns false
   * when the session has ended, or got another cookie meanwhile.
   */
  async renew(session: Session, { request, response }: Visit, knownAs?: string): Promise<boolean> {
    const renewed = await this.sessions.renew(this.cookies.read(request) ?? '', session);
    if (renewed) this.cookies.set(request, response, renewed);
    if (renewed && knownAs) await this.browsers.remember(request, response, knownAs);
    return renewed !== undefined;
  }

  async signOut({ request, response }: Visit): Promise<void> {
    await this.sessions.signOut(this.cookies.read(request) ?? '');
    this.cookies.clear(request, response);
  }

  private toTelling(client: Client): Client {
    if (client.browser !== undefined) return client;
    return { ...client, tell: (user) => this.notices.tellSignIn(user, client) };
  }

  private async startSession(
    {
      token,
      session,
      user,
    }: { readonly token: string; readonly session: Session; readonly user: User },
    { request, response }: Visit,
  ): Promise<void> {
    const before = this.cookies.read(request);
    if (before !== undefined) await this.sessions.signOut(before);
    const lifetimeMs = session.expiresAtMs - session.createdAtMs;
    this.cookies.set(request, response, { token, lifetimeMs });
    this.pending.clear(request, response);
    await this.browsers.remember(request, response, user.email);
  }

  /** Behind a proxy that `TRUST_PROXY` does not name, `address` is the address of the proxy. */
  toClient(request: Request): Client {
    return {
      address: request.ip ?? '',
      peer: findLoopbackPeer(request),
      userAgent: request.headers['user-agent'] ?? '',
      isShared: this.watch.findProxy(request)?.isOurs,
    };
  }

  /**
   * Signs in with a password that was set just now. When the hasher is too busy, redirects to the
   * sign-in page, which shows `otherwise`.
   */
  async signInWithNewPassword(
    credentials: Credentials,
    { request, response, otherwise }: EnteringVisitor,
  ): Promise<void> {
    // The attempt counts under a made-up browser id of its own. Otherwise people who guess
    // passwords of this account could delay the attempt.
    const browser = `with the new password of ${credentials.email}`;
    const entering = this.signInWithPassword(credentials, request, response, browser);
    const result = await entering.catch((error: unknown) => {
      if (error instanceof InvalidFieldsException) return undefined;
      throw error;
    });
    if (result?.ok) return;
    if (result?.code === 'accounts.second_factor_needed') {
      throw new RedirectException(to('/sign-in/second-factor'));
    }
    throw new RedirectException(to('/sign-in'), 303, { text: otherwise });
  }
}
