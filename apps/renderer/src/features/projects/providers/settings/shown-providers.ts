import { Injectable } from '@nestjs/common';
import { toChoices } from '#shared';
import { UserStore } from '#product/people/accounts';
import { PasswordRuleStore } from '#product/projects/providers';
import { ProjectsService, toProjectValues } from '../../projects/index.ts';
import { OidcClient } from '../flow/oidc-client.ts';
import { toLinkAddress } from '../own-providers.ts';
import { ENVIRONMENT, MOST_PROVIDERS, ProviderList } from '../provider-list.ts';
import { findPasswordKeeper } from '../stored-sign-in-ways.ts';
import type { ProvidersProps } from '../providers.dto.ts';

/** Finds what the page of the providers shows. */
@Injectable()
export class ShownProviders {
  constructor(
    private readonly list: ProviderList,
    private readonly rule: PasswordRuleStore,
    private readonly users: UserStore,
    private readonly projects: ProjectsService,
    private readonly client: OidcClient,
  ) {}

  async find(): Promise<ProvidersProps> {
    const [providers, projects, keeper, firstOwner] = await Promise.all([
      this.list.list(),
      this.projects.list('all'),
      findPasswordKeeper(this.rule, this.users),
      this.users.findFirstOwner(),
    ]);
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    return {
      providers: await Promise.all(
        providers.map(async ({ id: providerId, slug, clientSecret, ...provider }) => {
          const groups = await this.list.listGroups({ id: providerId });
          return {
            ...provider,
            key: slug,
            redirectUri: this.client.toRedirectUri({ slug }),
            isFixed: slug === ENVIRONMENT,
            linkHref: toLinkAddress(slug),
            hasNoSecret: clientSecret === undefined,
            groups: groups.map(({ id, group, role, projectIds }) => ({
              id,
              group,
              role,
              projects:
                projectIds === 'all'
                  ? undefined
                  : projectIds.flatMap((each) => names.get(each) ?? []),
            })),
          };
        }),
      ),
      nextSlug: proposeSlug(providers.map(({ slug }) => slug)),
      callback: this.client.toRedirectUri({ slug: '' }).replace(/\/$/, ''),
      arePasswordsOff: keeper !== undefined,
      firstOwner: (keeper ?? firstOwner)?.email ?? '',
      projects: toChoices(toProjectValues(projects)),
    };
  }
}

function proposeSlug(taken: readonly string[]): string {
  const numbers = Array.from({ length: MOST_PROVIDERS }, (_, at) => `sso-${at + 2}`);
  return ['sso', ...numbers].find((slug) => !taken.includes(slug)) ?? '';
}
