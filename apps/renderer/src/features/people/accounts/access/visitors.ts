import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import type { Request } from 'express';
import { findSettled } from '../../../../rendering/index.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { SetupPass } from '../setup/setup-pass.ts';
import { SetupService } from '../setup/setup.service.ts';
import { noteAccess } from './access-of-request.ts';
import { Access } from './access.ts';
import type { SignedInAccess, Stranger, TokenAccess } from './access.ts';
import { isOfProgram } from './program-requests.ts';
import { ProjectRoles } from './project-roles.ts';
import { ProviderSessions } from './provider-sessions.ts';
import { TokenHolders } from './token-holders.ts';

interface CachedAccess {
  /**
   * The last action of this request that finished before the access was read. Undefined when no
   * action had finished.
   */
  readonly after: object | undefined;
  readonly access: Promise<Access>;
}

@Injectable()
export class Visitors {
  private readonly cached = new WeakMap<Request, CachedAccess>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly roles: ProjectRoles,
    private readonly setup: SetupService,
    private readonly cookies: SessionCookies,
    private readonly pass: SetupPass,
    private readonly tokens: TokenHolders,
    private readonly providers: ProviderSessions,
  ) {}

  /**
   * Returns the access of the request's sender. The result is cached for the request.
   *
   * An action may change the visitor's session, name or rights. Access is therefore read again
   * after an action, and the page that follows shows the change.
   *
   * Programs are identified by their token, never by a cookie. Rejects with `database.unavailable`,
   * or with a refusal when the token is not valid.
   */
  find(request: Request): Promise<Access> {
    const after = findSettled(request);
    const known = this.cached.get(request);
    if (known && known.after === after) return known.access;
    const access = this.ask(request);
    this.cached.set(request, { after, access });
    return access;
  }

  /** Reads the access without the cache, for requests that stay open while rights change. */
  findFresh(request: Request): Promise<Access> {
    return this.ask(request);
  }

  private async ask(request: Request): Promise<Access> {
    const access = new Access(
      isOfProgram(request) ? await this.findProgram(request) : await this.findPerson(request),
    );
    noteAccess(request, access);
    return access;
  }

  private async findPerson(request: Request): Promise<SignedInAccess | Stranger> {
    const signedIn = await this.sessions.find(this.cookies.read(request));
    if (!signedIn || !(await this.providers.goesOn(signedIn.session))) {
      return this.toStranger(request);
    }
    const { user, session } = signedIn;
    return { user, session, projectRoles: await this.listRoles(user) };
  }

  private async findProgram(request: Request): Promise<TokenAccess | Stranger> {
    const holder = await this.tokens.find(request);
    if (!holder) return 'nobody';
    const { token, user } = holder;
    if (!user) return { token };
    return { token, person: { user, projectRoles: await this.listRoles(user) } };
  }

  private async listRoles(user: User): Promise<SignedInAccess['projectRoles']> {
    return user.isOwner ? new Map() : this.roles.listRoles(user.id);
  }

  private async toStranger(request: Request): Promise<Stranger> {
    if (!(await this.setup.isOpen())) return 'nobody';
    return (await this.pass.find(request)) === undefined ? 'early' : 'guest';
  }
}
