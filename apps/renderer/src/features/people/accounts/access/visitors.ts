import { Injectable } from '@nestjs/common';
import { MembershipStore } from '#product/people/accounts';
import type { Request } from 'express';
import { findSettled } from '../../../../rendering/index.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import type { SignedIn } from '../sessions/sessions.service.ts';
import { SetupPass } from '../setup/setup-pass.ts';
import { SetupService } from '../setup/setup.service.ts';
import { noteAccess } from './access-of-request.ts';
import { Access } from './access.ts';
import type { Stranger } from './access.ts';

interface Asked {
  /** What had settled by then. */
  readonly after: object | undefined;
  readonly access: Promise<Access>;
}

/** Knows who sent a request. */
@Injectable()
export class Visitors {
  private readonly asked = new WeakMap<Request, Asked>();

  constructor(
    private readonly sessions: SessionsService,
    private readonly memberships: MembershipStore,
    private readonly setup: SetupService,
    private readonly cookies: SessionCookies,
    private readonly pass: SetupPass,
  ) {}

  /**
   * Asked once a request, whoever asks, and once more after an action: it may have changed who they are, their name
   * or their rights, and the page that comes back shows it. Rejects with `database.unavailable`.
   */
  find(request: Request): Promise<Access> {
    const after = findSettled(request);
    const known = this.asked.get(request);
    if (known && known.after === after) return known.access;
    const access = this.ask(request);
    this.asked.set(request, { after, access });
    return access;
  }

  private async ask(request: Request): Promise<Access> {
    const signedIn = await this.sessions.find(this.cookies.read(request));
    const access = new Access(
      signedIn ? await this.toAccess(signedIn) : await this.toStranger(request),
    );
    noteAccess(request, access);
    return access;
  }

  private async toAccess({ user, session }: SignedIn) {
    const projectRoles = user.isOwner ? new Map() : await this.memberships.listRoles(user.id);
    return { user, session, projectRoles };
  }

  private async toStranger(request: Request): Promise<Stranger> {
    if (!(await this.setup.isOpen())) return 'nobody';
    return (await this.pass.find(request)) === undefined ? 'early' : 'guest';
  }
}
