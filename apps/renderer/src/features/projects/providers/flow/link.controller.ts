import { errorCatalogue, to as toUrl } from '#shared';
import type { PropsOf } from '#shared';
import { Body, Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Action,
  InvalidFieldsException,
  OpenToAll,
  Page,
  RedirectException,
} from '../../../../rendering/index.ts';
import { CurrentAccess, SignInFlow, refuse } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { LinkDto } from '../providers.dto.ts';
import { ProviderList, toVouched } from '../provider-list.ts';
import type { Provider } from '../provider-list.ts';
import { AccountLinks, nameIdentity } from './account-links.ts';
import { PendingProviderSignIns } from './pending-provider-sign-ins.ts';
import type { PendingLink } from './pending-provider-sign-ins.ts';
import { SessionChecks } from './session-checks.ts';
import { AccountProof } from './account-proof.ts';

const LOST = 'Linking took too long. Begin anew.';
const ANOTHER = 'Another tab began to link another account. Begin anew.';

/**
 * Links an existing account with a provider. The person must first prove to own the account, with
 * the password and the second factor. An equal email address proves nothing.
 */
@Controller('sign-in/link')
@OpenToAll()
export class LinkController {
  constructor(
    private readonly flows: PendingProviderSignIns,
    private readonly providers: ProviderList,
    private readonly proof: AccountProof,
    private readonly links: AccountLinks,
    private readonly signInFlow: SignInFlow,
    private readonly checks: SessionChecks,
  ) {}

  @Get()
  @Page<PropsOf<LinkController['show']>>('providers/link.page', {
    head: () => ({ title: 'Link your account', noindex: true }),
  })
  async show(@Req() request: Request, @CurrentAccess() { user }: Access) {
    const { link, provider, email, needsCode } = await this.getPending(request);
    const { email: address, name, subject } = link.profile;
    const identity = address ?? name ?? subject;
    const former = await this.links.findFormer(link.profile, link.userId);
    // Whoever has not proved to own the account does not learn its other address.
    const isOwn = user?.id === link.userId;
    const replaced = former && (isOwn ? nameIdentity(former) : 'the account that is linked now');
    return { id: link.id, provider: provider.name, identity, replaced, email, needsCode };
  }

  @Action('link', { isRepeatable: false })
  async link(
    @Body() { id, password, code }: LinkDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<never> {
    const { link, provider } = await this.getPending(request);
    if (link.id !== id) throw new InvalidFieldsException({ '': [ANOTHER] });
    const proved = await this.proof.check(link.userId, { password, code });
    if (!proved.ok) throw refuse(proved, response);
    if (!(await this.links.link(provider, link.profile, link.userId))) {
      throw new InvalidFieldsException({ '': [errorCatalogue['accounts.identity_taken'].message] });
    }
    this.flows.endLink({ request, response });
    const vouched = toVouched(provider, proved.user);
    const begun = await this.signInFlow.finish(vouched, { request, response }, proved.kind);
    if (begun) await this.checks.begin(begun.id, provider, link.profile);
    throw new RedirectException(link.to, 303, {
      text: `${provider.name} signs you in from now on.`,
    });
  }

  private async getPending(request: Request): Promise<{
    link: PendingLink;
    provider: Provider;
    email: string;
    needsCode: boolean;
  }> {
    const link = this.flows.findLink(request);
    const provider = link && (await this.providers.find(link.provider));
    const account = link && (await this.proof.describe(link.userId));
    if (!link || !provider || !account) {
      throw new RedirectException(toUrl('/sign-in'), 303, { text: LOST });
    }
    return { link, provider, ...account };
  }
}
