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
import { ProviderList } from '../provider-list.ts';
import { AccountMatching } from './account-matching.ts';
import { PendingProviderSignIns } from './pending-provider-sign-ins.ts';
import { OidcClient } from './oidc-client.ts';

const INVITATION = /^\/invitations\/(?<token>[\w-]{43})$/;
/**
 * Longest return address that the cookie of a sign-in stores. Browsers reject cookies of more than
 * 4 kB.
 */
const LONGEST_ADDRESS = 1000;
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
  ) {}

  /** The query `link` says that a signed-in person wants to link their account. */
  @Get('with/:provider')
  async begin(
    @Param('provider') key: string,
    @Query('to', ReturnAddressPipe) to: Address,
    @Query('link') link: unknown,
    @CurrentAccess() { user, isUnowned }: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const provider = await this.providers.find(key);
    if (!provider) throw new NotFoundException();
    if (isUnowned) throw new RedirectException(toUrl('/setup'));
    // Another site must not be able to start a sign-in, because this could end the visitor's
    // session.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw new RedirectException(toUrl('/sign-in', {}, { query: { to } }));
    }
    const begun = await this.client.begin(provider);
    if (!begun.ok) throw refuse(to, begun.problem);
    const invitation = INVITATION.exec(to)?.groups?.['token'];
    this.flows.begin(
      { request, response },
      {
        provider: key,
        challenge: begun.challenge,
        to: to.length > LONGEST_ADDRESS ? toUrl('/') : to,
        ...(invitation === undefined ? {} : { invitation }),
        ...(link !== undefined && user ? { userId: user.id } : {}),
      },
    );
    throw new RedirectException(begun.address as LinkTarget);
  }

  @Get('callback')
  async complete(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentAccess() { user, isUnowned }: Access,
  ): Promise<never> {
    if (isUnowned) throw new RedirectException(toUrl('/setup'));
    const visit = { request, response };
    const flow = this.flows.end(visit);
    const provider = flow && (await this.providers.find(flow.provider));
    if (!flow || !provider) throw refuse('/' as Address, LOST);
    const { to } = flow;
    if (flow.userId !== undefined && flow.userId !== user?.id) throw refuse(to, LOST);
    const query = request.originalUrl.replace(/^[^?]*/, '');
    const attempt = this.signInFlow.toClient(request, '');
    const taken = await this.limiter.take(attempt);
    if (!taken.ok) throw refuse(to, toWaitText(taken.retryAfterMs));
    const completed = await this.client.complete(provider, flow.challenge, query);
    if (!completed.ok) throw refuse(to, completed.problem);
    await this.limiter.succeeded(attempt);
    const { profile } = completed;
    const arrival = await this.accountMatching.decide(provider, profile, flow);
    if (arrival.kind === 'refused') throw refuse(to, arrival.sentence);
    if (arrival.kind === 'link') {
      const { userId } = arrival;
      this.flows.askToLink(visit, { provider: flow.provider, profile, userId, to });
      throw new RedirectException(toUrl('/sign-in/link'));
    }
    const isIn = await this.signInFlow.finish(
      { user: arrival.user, provider: provider.name },
      visit,
    );
    if (!isIn) throw refuse(to, LOST);
    // A new person has accepted the invitation by signing in. A person with an account accepts on
    // the invitation's page.
    throw new RedirectException(arrival.isNew && flow.invitation !== undefined ? toUrl('/') : to);
  }
}

function refuse(to: Address, text: string): RedirectException {
  return new RedirectException(toUrl('/sign-in', {}, { query: { to } }), 303, { text });
}
