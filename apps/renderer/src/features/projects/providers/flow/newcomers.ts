import { Injectable } from '@nestjs/common';
import { MembershipStore } from '#product/projects/members';
import { IdentityStore } from '#product/projects/providers';
import type { Provider } from '#product/projects/providers';
import type { User } from '#product/people/accounts';
import { hasEmailDomain } from '#shared';
import { AccountNotices } from '../../../people/accounts/index.ts';
import { PeopleService } from '../../members/index.ts';
import { ProviderList } from '../provider-list.ts';

const OWNERS_NAMED = 3;

/** People who came by the domain of their address. Somebody still has to add them to a project. */
@Injectable()
export class Newcomers {
  constructor(
    private readonly memberships: MembershipStore,
    private readonly identities: IdentityStore,
    private readonly providers: ProviderList,
    private readonly people: PeopleService,
    private readonly notices: AccountNotices,
  ) {}

  /** Mails the owners unless the rules for groups have given the person something to see. */
  async tellOwners({ id, ...newcomer }: User, { name: by }: Provider): Promise<void> {
    const [owners, roles] = await Promise.all([
      this.people.listActive([]),
      this.memberships.listRoles(id),
    ]);
    if (roles.size > 0 || owners.some((owner) => owner.id === id)) return;
    for (const owner of owners) await this.notices.noteNewcomer(owner, { ...newcomer, by });
  }

  /**
   * Returns the names of some owners when a provider vouches for an address at one of its domains.
   * Nobody else may learn the names.
   */
  async listOwners({ id, email }: Pick<User, 'id' | 'email'>): Promise<readonly string[]> {
    const [identities, providers] = await Promise.all([
      this.identities.listOf(id),
      this.providers.list(),
    ]);
    const isKnown = providers.some(
      ({ issuer, domains }) =>
        hasEmailDomain(email, domains) && identities.some((each) => each.issuer === issuer),
    );
    if (!isKnown) return [];
    const owners = await this.people.listPeopleWithRight('instance.settings', []);
    return owners.slice(0, OWNERS_NAMED).map(({ name }) => name);
  }
}
