import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { UserStore } from '#product/people/accounts';
import { PasswordRuleStore, ProviderStore } from '#product/projects/providers';
import type { Provider } from '#product/projects/providers';
import type { GroupRule } from '#product/projects/providers/rules';
import { accountLimits, Clock, parseDomains } from '#shared';
import { AuditTrail } from '../../../people/audit/index.ts';
import { ProjectsService } from '../../projects/index.ts';
import { ENVIRONMENT, MOST_PROVIDERS, ProviderList } from '../provider-list.ts';
import type { NewProviderDto, ProviderFactsDto } from '../providers.dto.ts';

const MOST_GROUPS = 200;
const LAST = 'It is the only way in. Switch passwords on first.';
const NO_PASSWORD =
  'The first owner has no password, so that nobody could sign in when the provider is away. Set one first.';
const UNKNOWN = { '': 'There is no such provider, or the environment sets it.' };

type Problems = Readonly<Record<string, string>>;
type SaveResult = Promise<Problems | undefined>;

/**
 * Lets owners add, change and remove sign-in providers. Each change writes its line of the audit log.
 */
@Injectable()
export class ProviderSettings {
  constructor(
    private readonly store: ProviderStore,
    private readonly list: ProviderList,
    private readonly rule: PasswordRuleStore,
    private readonly users: UserStore,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async add(sent: NewProviderDto, byUserId: number): SaveResult {
    const fields = toFields(sent);
    if ('problems' in fields) return fields.problems;
    const clientSecret = sent.clientSecret.trim();
    if (clientSecret === '') return { clientSecret: 'The provider has given you a client secret.' };
    if ((await this.store.list()).length >= MOST_PROVIDERS)
      return { '': `There are ${MOST_PROVIDERS} providers.` };
    const { slug } = sent;
    const line = { what: 'provider.added', target: fields.name, to: fields.issuer };
    const tell = this.audit.prepare(byUserId, line);
    const added = { ...fields, slug, clientSecret };
    const id = slug === ENVIRONMENT ? undefined : await this.store.add(added, tell);
    return id === undefined ? { slug: 'Another provider has this name in addresses.' } : undefined;
  }

  async change(slug: string, sent: ProviderFactsDto, byUserId: number): SaveResult {
    const fields = toFields(sent);
    if ('problems' in fields) return fields.problems;
    const before = await this.findStored(slug);
    if (!before) return UNKNOWN;
    const clientSecret = sent.clientSecret.trim() || undefined;
    const tell = this.audit.prepare(byUserId, {
      what: 'provider.changed',
      target: fields.name,
      from: { ...toFacts(before), secret: 'old' },
      to: { ...fields, secret: clientSecret === undefined ? 'old' : 'new' },
    });
    const isChanged = await this.store.change(before.id, { ...fields, clientSecret }, tell);
    return isChanged ? undefined : UNKNOWN;
  }

  async remove(slug: string, byUserId: number): SaveResult {
    const before = await this.findStored(slug);
    if (!before) return UNKNOWN;
    const others = (await this.list.find(ENVIRONMENT)) ? 1 : 0;
    const line = { what: 'provider.removed', target: before.name, from: before.issuer };
    const tell = this.audit.prepare(byUserId, line);
    const removed = await this.store.remove(before.id, { others, tell });
    if (removed === 'last') return { '': LAST };
    return removed === 'removed' ? undefined : UNKNOWN;
  }

  async addGroup(slug: string, rule: GroupRule, byUserId: number): SaveResult {
    const provider = await this.list.find(slug);
    if (!provider) return UNKNOWN;
    const groups = await this.list.listGroups(provider);
    if (groups.length >= MOST_GROUPS) return { group: `There are ${MOST_GROUPS} groups.` };
    const tell = this.audit.prepare(byUserId, {
      what: 'provider.group-added',
      target: `${rule.group} of ${provider.name}`,
      to: await this.describeRule(rule),
    });
    await this.store.addGroup(provider.id, rule, tell);
    return undefined;
  }

  async removeGroup(slug: string, id: number, byUserId: number): SaveResult {
    const provider = await this.list.find(slug);
    const rule = provider && (await this.list.listGroups(provider)).find((each) => each.id === id);
    if (!provider || !rule) return { '': 'There is no such group.' };
    const tell = this.audit.prepare(byUserId, {
      what: 'provider.group-removed',
      target: `${rule.group} of ${provider.name}`,
      from: await this.describeRule(rule),
    });
    await this.store.removeGroup(provider.id, id, tell);
    return undefined;
  }

  /** Passwords can be switched off only when a provider exists. */
  async setPasswords(areOn: boolean, byUserId: number): SaveResult {
    if (!areOn && (await this.list.list()).length === 0) {
      return {
        passwords: 'Add a provider first: otherwise nobody but the first owner could sign in.',
      };
    }
    const line = { what: 'provider.passwords', from: !areOn, to: areOn };
    const tell = this.audit.prepare(byUserId, line);
    const done = areOn ? await this.rule.switchOn(tell) : await this.switchOff(tell);
    return done === undefined ? { passwords: NO_PASSWORD } : undefined;
  }

  private async describeRule({ role, projectIds }: GroupRule): Promise<string> {
    if (role === 'owner') return role;
    if (projectIds === 'all') return `${role} in all projects`;
    const named = await this.projects.list(projectIds);
    return `${role} in ${new Intl.ListFormat('en').format(named.map(({ name }) => name))}`;
  }

  /**
   * Changes nothing and returns undefined when the first owner has no password, because then nobody
   * could sign in while the provider is down.
   */
  private async switchOff(tell: JoinedWrite): Promise<boolean | undefined> {
    const owner = await this.users.findFirstOwner();
    const found = owner && (await this.users.findCredentials({ userId: owner.id }));
    if (!found?.passwordHash) return undefined;
    return this.rule.switchOff(found.user.id, this.clock.nowMs(), tell);
  }

  private async findStored(slug: string): Promise<Provider | undefined> {
    return slug === ENVIRONMENT ? undefined : this.list.find(slug);
  }
}

const NO_DOMAINS = 'Enter domains like example.org, separated by commas.';

const NO_TRUST = 'Enter the domains whose addresses count as verified.';

type Fields = Omit<Provider, 'id' | 'slug' | 'clientSecret'>;

function toFields(sent: ProviderFactsDto): Fields | { readonly problems: Problems } {
  const domains = parseDomains(sent.domains ?? '');
  if (!domains) return { problems: { domains: NO_DOMAINS } };
  const trustsAddresses = sent.trustsAddresses === 'on';
  if (trustsAddresses && domains.length === 0) return { problems: { domains: NO_TRUST } };
  return {
    name: sent.name.trim(),
    issuer: sent.issuer.trim(),
    clientId: sent.clientId.trim(),
    domains,
    groupsClaim: sent.groupsClaim?.trim() || 'groups',
    trustsAddresses,
    sessionDays: Number(sent.sessionDays ?? accountLimits.providerSessionDaysMost),
  };
}

function toFacts(provider: Provider): Fields {
  const { name, issuer, clientId, domains, groupsClaim, trustsAddresses, sessionDays } = provider;
  return { name, issuer, clientId, domains, groupsClaim, trustsAddresses, sessionDays };
}
