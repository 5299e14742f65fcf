import { Injectable } from '@nestjs/common';
import { IdentityStore } from '#product/projects/providers';
import type { Identity, Provider } from '#product/projects/providers';
import { UserStore } from '#product/people/accounts';
import type { User } from '#product/people/accounts';
import type { Profile } from '#product/projects/providers/rules';
import { Clock, errorCatalogue, hasEmailDomain, parseEmail, parseNewEmail } from '#shared';
import { InvitationsService } from '../../../people/accounts/index.ts';
import { AuditTrail } from '../../../people/audit/index.ts';
import { AccountLinks } from './account-links.ts';
import { Newcomers } from './newcomers.ts';
import type { PendingProviderSignIn } from './pending-provider-sign-ins.ts';
import { GroupRoles } from './group-roles.ts';

export type Arrival =
  | {
      readonly kind: 'in';
      readonly user: User;
      readonly isNew?: boolean;
    }
  /** The account exists, but the person must first prove to own it. */
  | { readonly kind: 'link'; readonly userId: number }
  | { readonly kind: 'refused'; readonly sentence: string };

@Injectable()
export class AccountMatching {
  constructor(
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly invitations: InvitationsService,
    private readonly roles: GroupRoles,
    private readonly links: AccountLinks,
    private readonly newcomers: Newcomers,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async decide(
    provider: Provider,
    profile: Profile,
    flow: PendingProviderSignIn,
  ): Promise<Arrival> {
    const identity = await this.identities.find(profile);
    if (identity && flow.userId !== undefined && identity.userId !== flow.userId) {
      return refuse(errorCatalogue['accounts.identity_taken'].message);
    }
    if (identity) return this.enter(provider, profile, identity);
    if (flow.userId !== undefined) return { kind: 'link', userId: flow.userId };
    const email = profile.email === undefined ? undefined : parseEmail(profile.email);
    if (!email || !(await this.isProved(email, { provider, profile, flow }))) {
      return refuse(describeUnproved(provider, profile));
    }
    const account = await this.users.findByEmail(email.key);
    if (account?.state === 'disabled') return refuse('Your account is disabled. Ask an owner.');
    // An equal email address is not enough, because the mailbox at the provider may belong to
    // somebody other than the account's holder.
    if (account) return { kind: 'link', userId: account.id };
    if (!parseNewEmail(email.email)) {
      return refuse(describeUnproved(provider, { ...profile, email: undefined }));
    }
    return this.admit(provider, profile, { email, invitation: flow.invitation });
  }

  /**
   * Returns whether the address is the person's: by the word of the provider, by a link that an
   * owner made or only the mailbox got, or, when the provider says nothing, by the word of an owner
   * for its domains.
   */
  private async isProved(
    { email }: { readonly email: string },
    {
      provider,
      profile,
      flow,
    }: {
      readonly provider: Provider;
      readonly profile: Profile;
      readonly flow: PendingProviderSignIn;
    },
  ): Promise<boolean> {
    const { emailIs } = profile;
    if (emailIs === 'verified') return true;
    const isTrusted = emailIs === 'unsaid' && provider.trustsAddresses;
    if (isTrusted && hasEmailDomain(email, provider.domains)) return true;
    const { invitation } = flow;
    return invitation !== undefined && this.invitations.isProofOf(invitation, email);
  }

  private async enter(provider: Provider, profile: Profile, identity: Identity): Promise<Arrival> {
    const user = await this.users.find(identity.userId);
    if (user?.state !== 'active') return refuse('Your account is disabled. Ask an owner.');
    await this.links.noteAddress(identity, profile);
    await this.roles.give(provider, profile, user.id);
    return { kind: 'in', user };
  }

  private async admit(
    provider: Provider,
    profile: Profile,
    {
      email,
      invitation,
    }: {
      readonly email: { readonly email: string; readonly key: string };
      readonly invitation: string | undefined;
    },
  ): Promise<Arrival> {
    const newUser = {
      email: email.email,
      emailKey: email.key,
      name: profile.name,
      // An empty hash matches no password.
      passwordHash: '',
    };
    const userId =
      invitation === undefined
        ? await this.admitByDomain(provider, newUser)
        : await this.invitations.acceptAsVouched(invitation, newUser);
    if (userId === undefined && invitation !== undefined) {
      return refuse(
        `The invitation is for another address than ${email.email}, or cannot be accepted any more.`,
      );
    }
    if (userId === undefined) {
      return refuse(
        `There is no account for ${email.email} here. Ask an owner of Errata to invite you.`,
      );
    }
    if (!(await this.links.link(provider, profile, userId))) return refuse('Begin anew.');
    const user = await this.users.find(userId);
    if (user && invitation === undefined) await this.newcomers.tellOwners(user, provider);
    return user ? { kind: 'in', user, isNew: true } : refuse('Begin anew.');
  }

  private async admitByDomain(
    provider: Provider,
    newUser: { email: string; emailKey: string; name?: string; passwordHash: string },
  ): Promise<number | undefined> {
    if (!hasEmailDomain(newUser.email, provider.domains)) return undefined;
    const user = await this.users.create(newUser, this.clock.nowMs(), (id) =>
      this.audit.prepare(id, { what: 'person.admitted', target: String(id), to: provider.name }),
    );
    return user?.id;
  }
}

function describeUnproved({ id, name }: Provider, { email, emailIs }: Profile): string {
  const link =
    'If you have an account here, sign in with your password and link it under Account, Providers.';
  if (email === undefined || emailIs === 'verified') {
    return `${name} sends no usable email address. ${link}`;
  }
  const otherwise = `${link} Otherwise follow the link of an invitation that was mailed to you or that an owner made`;
  if (emailIs !== 'unsaid') {
    return `${name} says that ${email} is not verified. ${otherwise}, or have ${name} send email_verified as true.`;
  }
  // Only providers on the page have the switch, not the one of the environment.
  const owner = id === 0 ? '' : ', or have an owner switch on “Its addresses are verified”';
  return `${name} does not say whether ${email} is yours (by the claim email_verified or xms_edov). ${otherwise}${owner}.`;
}

function refuse(sentence: string): Arrival {
  return { kind: 'refused', sentence };
}
