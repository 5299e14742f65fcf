import { to as toUrl } from '#shared';
import type { Address, LinkTarget } from '#shared';
import { Controller, Get, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenToAll, RedirectException } from '../../../../rendering/index.ts';
import { CurrentAccess, Entrance, ReturnAddressPipe } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ProviderList } from '../provider-list.ts';
import { Arrivals } from './arrivals.ts';
import { Flows } from './flows.ts';
import { OidcClient } from './oidc-client.ts';

const INVITATION = /^\/invitations\/(?<token>[\w-]{43})$/;
const LOST = 'This sign-in was used already, took too long, or began in another tab. Begin anew.';

/** Leads to a provider, and back. Both are links, since forms may lead to no other site (CSP, `form-action`). */
@Controller('sign-in')
@OpenToAll()
export class ProviderSignInController {
  constructor(
    private readonly providers: ProviderList,
    private readonly client: OidcClient,
    private readonly flows: Flows,
    private readonly arrivals: Arrivals,
    private readonly entrance: Entrance,
  ) {}

  /** With `link`, somebody who is signed in wants to sign in so, too. */
  @Get('with/:provider')
  async begin(
    @Param('provider') key: string,
    @Query('to', ReturnAddressPipe) to: Address,
    @Query('link') link: unknown,
    @CurrentAccess() { user }: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const provider = await this.providers.find(key);
    if (!provider) throw new NotFoundException();
    const begun = await this.client.begin(provider);
    if (!begun.ok) throw refuse(to, begun.problem);
    const invitation = INVITATION.exec(to)?.groups?.['token'];
    this.flows.begin(
      { request, response },
      {
        provider: key,
        challenge: begun.challenge,
        to,
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
    @CurrentAccess() { user }: Access,
  ): Promise<never> {
    const visit = { request, response };
    const flow = this.flows.end(visit);
    const provider = flow && (await this.providers.find(flow.provider));
    if (!flow || !provider) throw refuse('/' as Address, LOST);
    const { to } = flow;
    // Somebody else has signed in meanwhile.
    if (flow.userId !== undefined && flow.userId !== user?.id) throw refuse(to, LOST);
    const query = request.originalUrl.replace(/^[^?]*/, '');
    const completed = await this.client.complete(provider, flow.challenge, query);
    if (!completed.ok) throw refuse(to, completed.problem);
    const { profile } = completed;
    const arrival = await this.arrivals.decide(provider, profile, flow);
    if (arrival.kind === 'refused') throw refuse(to, arrival.sentence);
    if (arrival.kind === 'link') {
      const { userId } = arrival;
      this.flows.askToLink(visit, { provider: flow.provider, profile, userId, to });
      throw new RedirectException(toUrl('/sign-in/link'));
    }
    const isIn = await this.entrance.finish({ user: arrival.user, provider: provider.name }, visit);
    if (!isIn) throw refuse(to, LOST);
    throw new RedirectException(flow.invitation === undefined ? to : toUrl('/'));
  }
}

function refuse(to: Address, text: string): RedirectException {
  return new RedirectException(toUrl('/sign-in', {}, { query: { to } }), 303, { text });
}
