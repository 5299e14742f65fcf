import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Clock, isApiPath, pageDataHeaders, to } from '#shared';
import type { LinkTarget } from '#shared';
import type { Request, Response } from 'express';
import {
  DocumentFirstException,
  findPageKind,
  isOpenToAll,
  RedirectException,
  RefusalException,
} from '../../../../rendering/index.ts';
import type { Access } from './access.ts';
import { isBeforeSecondFactor } from './before-second-factor.decorator.ts';
import { isOpenToGuests } from './declared-access.ts';
import { ProviderSessions } from './provider-sessions.ts';
import { RequiredSecondFactor } from './required-second-factor.ts';
import { SignInWays } from './sign-in-ways.ts';
import { Visitors } from './visitors.ts';

const ACTION = pageDataHeaders.action.toLowerCase();
const NO_TOKEN = 'No token was sent. Send one in the header "Authorization: Bearer <token>".';

/** Guards every route. Only signed-in visitors pass, unless the route is declared open. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly visitors: Visitors,
    private readonly required: RequiredSecondFactor,
    private readonly ways: SignInWays,
    private readonly providers: ProviderSessions,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const method = context.getHandler();
    if (isOpenToAll(context.getClass(), method)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const access = await this.visitors.find(request);
    await this.checkAtProvider(access, context);
    if (await this.mustSetUp(access, context)) {
      throw new RedirectException(to('/account/second-factor'));
    }
    if (access.isKnown || (access.isGuest && isOpenToGuests(context.getClass(), method))) {
      return true;
    }
    if (isApiPath(request.path)) throw new UnauthorizedException(NO_TOKEN);
    if (access.isUnowned) throw new RefusalException('accounts.unowned');
    const ways = await this.ways.list(to('/'));
    throw ways.length > 0
      ? new RefusalException('accounts.sign_in_first')
      : new UnauthorizedException();
  }

  /** Only a document leaves for the provider. Actions and page data of the runtime ask for one. */
  private async checkAtProvider(access: Access, context: ExecutionContext): Promise<void> {
    const [request, response] = context.getArgs<[Request, Response]>();
    const session = access.findSession();
    const kind = findPageKind(request);
    if (!session || kind === undefined) return;
    if (kind === 'action' && request.headers[ACTION] === undefined) {
      // The CSP's `form-action` also holds for the redirect after a form without scripts.
      await this.providers.postponeDetour(session);
      return;
    }
    if (kind !== 'document') {
      const isDue = await this.providers.needsDocument(session, { request, response });
      if (isDue) throw new DocumentFirstException();
      return;
    }
    if (mayBeForm(request) && !this.providers.isNeeded(request)) return;
    const detour = await this.providers.findDetour(session, { request, response });
    if (detour !== undefined) throw new RedirectException(detour as LinkTarget);
  }

  private async mustSetUp(access: Access, context: ExecutionContext): Promise<boolean> {
    if (isBeforeSecondFactor(context.getClass())) return false;
    const deadlineMs = await this.required.findDeadlineMs(access);
    return deadlineMs !== undefined && this.clock.nowMs() >= deadlineMs;
  }
}

/**
 * Returns whether a search form without scripts may have led to the page. The CSP's `form-action`
 * also holds for a redirect after it.
 */
function mayBeForm({ url, headers }: Request): boolean {
  return url.includes('?') && headers['sec-fetch-site'] === 'same-origin';
}
