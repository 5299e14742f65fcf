import { to } from '#shared';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InvalidFieldsException, RedirectException } from '../../../../rendering/index.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { unlessBusy } from '../unless-busy.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { SignInWatch } from './sign-in-watch.ts';
import { SignInService } from './sign-in.service.ts';
import type { Client, Credentials, SignInResult } from './sign-in.service.ts';
import { findLoopbackPeer } from './unnamed-proxy.ts';

interface EnteringVisitor {
  readonly request: Request;
  readonly response: Response;
  readonly otherwise: string;
}

/** The way in: from email and password to a session in the visitor's browser, in place of the one before. */
@Injectable()
export class Entrance {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly browsers: KnownBrowsers,
    private readonly watch: SignInWatch,
  ) {}

  /** Rejects with an `InvalidFieldsException` when too many sign in at once. */
  async try(
    credentials: Credentials,
    request: Request,
    response: Response,
    browser = this.browsers.find(request, credentials.email),
  ): Promise<SignInResult> {
    const client = { ...this.toClient(request, credentials.email), browser };
    const result = await unlessBusy(this.signIn.signIn(credentials, client));
    if (!result.ok) {
      if (client.browser === undefined) await this.watch.note();
      return result;
    }
    // Whoever was signed in here before is not any more.
    const before = this.cookies.read(request);
    if (before !== undefined) await this.sessions.signOut(before);
    this.cookies.give(request, response, result.token);
    this.browsers.remember(request, response, credentials.email);
    return result;
  }

  /** Where a request comes from, as far as trusted proxies say so. */
  toClient(request: Request, email: string): Client {
    return {
      address: request.ip ?? '',
      peer: findLoopbackPeer(request),
      userAgent: request.headers['user-agent'] ?? '',
      isShared: this.watch.findProxy(request)?.isOurs,
      browser: this.browsers.find(request, email),
    };
  }

  /**
   * With a password that was chosen just now. Where too many sign in at once, leads to the sign-in, with a sentence that says
   * what is there already.
   */
  async enter(
    credentials: Credentials,
    { request, response, otherwise }: EnteringVisitor,
  ): Promise<void> {
    // Nothing is guessed here, so strangers who guess hold nobody back.
    const browser = `with the new password of ${credentials.email}`;
    const entering = this.try(credentials, request, response, browser);
    const result = await entering.catch((error: unknown) => {
      if (error instanceof InvalidFieldsException) return undefined;
      throw error;
    });
    if (result?.ok) return;
    throw new RedirectException(to('/sign-in'), 303, { text: otherwise });
  }
}
