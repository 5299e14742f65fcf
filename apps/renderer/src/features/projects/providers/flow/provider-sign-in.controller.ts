import { to as toUrl } from '#shared';
import type { Address, LinkTarget } from '#shared';
import { Controller, Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenToAll, RedirectException } from '../../../../rendering/index.ts';
import {
  CurrentAccess,
  SignInFlow,
  ReturnAddressPipe,
  SignInLimiter,
  toWaitText,
} from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProviderList, toVouched } from '../provider-list.ts';
import { AccountMatching } from './account-matching.ts';
import { PendingProviderSignIns } from './pending-provider-sign-ins.ts';
import type { PendingProviderSignIn } from './pending-provider-sign-ins.ts';
import { asksPerson } from './describe-problem.ts';
import { OidcClient } from './oidc-client.ts';
import { SessionChecks } from './session-checks.ts';

const INVITATION = /^\/invitations\/(?<token>[\w-]{43})$/;
const LOST = 'This sign-in was used already, took too long, or began in another tab. Begin anew.';

/**
 * Sends the browser to a provider and receives the provider's answer. People follow a link to the
 * provider, because the CSP's `form-action` does not let forms lead to another site.
 */
@Controller('sign-in')
@OpenToAll()
export class ProviderSignInController {
  constructor(
    private readonly providers: ProviderList,
    private readonly client: OidcClient,
    private readonly flows: PendingProviderSignIns,
    private readonly accountMatching: AccountMatching,
    private readonly signInFlow: SignInFlow,
    private readonly limiter: SignInLimiter,
    private readonly checks: SessionChecks,
  ) {}

  /** The query `link` says that a signed-in person wants to link their account. */
  @Get('with/:provider')
  async begin(
    @Param('provider') slug: string,
    @Query('to', ReturnAddressPipe) to: Address,
    @Query('link') link: unknown,
    @CurrentAccess() { user, isUnowned }: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const provider = await this.providers.find(slug);
    if (!provider) throw new NotFoundException();
    if (isUnowned) throw new RedirectException(toUrl('/setup'));
    // Another site must not be able to start a sign-in, because this could end the visitor's
    // session.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new RedirectException(toUrl('/sign-in', {}, { query: { to } }));
    }
    const invitation = INVITATION.exec(to)?.groups?.['token'];
    return this.send({ request, response }, provider, {
      to,
      invitation,
      userId: link !== undefined && user ? user.id : undefined,
    });
  }

  /**
   * Each provider has a callback of its own, so that no provider gets a code that another one gave
   * (RFC 9700, 4.4).
   */
  @Get('callback/:provider')
  async complete(
    @Param('provider') slug: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentAccess() access: Access,
  ): Promise<never> {
    if (access.isUnowned) throw new RedirectException(toUrl('/setup'));
    const visit = { request, response };
    const flow = this.takeFlow(visit, slug, access);
    const provider = await this.providers.find(slug);
    const { to } = flow;
    if (!provider) throw refuse(to, LOST);
    const query = request.originalUrl.replace(/^[^?]*/, '');
    const attempt = { ...this.signInFlow.toClient(request), kind: 'provider' as const };
    const taken = await this.limiter.take(attempt);
    if (!taken.ok) throw refuse(to, toWaitText(taken.retryAfterMs));
    const completed = await this.client.complete(provider, flow.challenge, query);
    if (completed.ok) await this.limiter.succeeded(attempt);
    else if (new URLSearchParams(query).has('error')) await this.limiter.giveBack(attempt);
    const session = access.findSession();
    if (flow.sessionId !== undefined && session) {
      // The provider could not answer without the person, who may have several accounts there.
      if (!completed.ok && asksPerson(completed.refusal)) {
        return this.send(visit, provider, { to });
      }
      if (await this.checks.settle(session, completed)) throw new RedirectException(to);
      throw refuse(to, `${provider.name} does not know you any more. Sign in again.`);
    }
    if (!completed.ok) throw refuse(to, completed.problem);
    const { profile, refreshToken } = completed;
    const arrival = await this.accountMatching.decide(provider, profile, flow);
    if (arrival.kind === 'refused') throw refuse(to, arrival.sentence);
    if (arrival.kind === 'link') {
      const { userId } = arrival;
      this.flows.askToLink(visit, { provider: slug, profile, userId, to });
      throw new RedirectException(toUrl('/sign-in/link'));
    }
    const begun = await this.signInFlow.finish(toVouched(provider, arrival.user), visit);
    if (!begun) throw refuse(to, LOST);
    await this.checks.begin(begun.id, provider, { ...profile, refreshToken });
    // A new person has accepted the invitation by signing in. A person with an account accepts on
    // the invitation's page.
    throw new RedirectException(arrival.isNew && flow.invitation !== undefined ? toUrl('/') : to);
  }

  private async send(
    visit: { readonly request: Request; readonly response: Response },
    provider: Parameters<OidcClient['begin']>[0],
    flow: Pick<PendingProviderSignIn, 'to' | 'invitation' | 'userId'>,
  ): Promise<never> {
    const begun = await this.client.begin(provider);
    if (!begun.ok) throw refuse(flow.to, begun.problem);
    this.flows.begin(visit, { ...flow, provider: provider.slug, challenge: begun.challenge });
    throw new RedirectException(begun.address as LinkTarget);
  }

  /** Ends the flow of this browser, and refuses that of another provider, person or session. */
  private takeFlow(
    visit: { readonly request: Request; readonly response: Response },
    slug: string,
    access: Access,
  ): PendingProviderSignIn {
    const flow = this.flows.end(visit);
    if (flow?.provider !== slug) throw refuse('/' as Address, LOST);
    const { to, userId, sessionId } = flow;
    if (userId !== undefined && userId !== access.user?.id) throw refuse(to, LOST);
    if (sessionId !== undefined && sessionId !== access.findSession()?.id) throw refuse(to, LOST);
    return flow;
  }
}

function refuse(to: Address, text: string): RedirectException {
  return new RedirectException(toUrl('/sign-in', {}, { query: { to } }), 303, { text });
}
