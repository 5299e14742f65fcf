import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import { ProviderStore } from '#product/projects/providers';
import type { Provider, StoredGroupRule } from '#product/projects/providers';
import { isProjectSlug } from '#product/projects/projects/rules';
import { accountLimits, isSameIssuer } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { SectionState } from '../../people/menus/index.ts';

export type { Provider } from '#product/projects/providers';

/** Slug of the provider that environment variables configure. */
export const ENVIRONMENT = 'environment';
export const MOST_PROVIDERS = 10;
const DAY_MS = 86_400_000;

/** Returns what begins a session of a person whom the provider has identified. */
export function toVouched({ name, sessionDays }: Provider, user: User) {
  return { user, provider: name, lifetimeMs: sessionDays * DAY_MS };
}

/** Returns the issuer itself when its provider was removed. */
export function nameIssuer(providers: readonly Provider[], issuer: string): string {
  return providers.find((each) => isSameIssuer(each.issuer, issuer))?.name ?? issuer;
}

@Injectable()
export class ProviderList implements SectionState {
  constructor(
    private readonly store: ProviderStore,
    private readonly config: RendererConfig,
  ) {}

  async describeState(): Promise<string> {
    const { length } = await this.list();
    if (length === 0) return 'none';
    return length === 1 ? '1 provider' : `${length} providers`;
  }

  async list(): Promise<Provider[]> {
    return [...this.ofEnvironment(), ...(await this.store.list())];
  }

  async find(slug: string): Promise<Provider | undefined> {
    if (slug === ENVIRONMENT) return this.ofEnvironment()[0];
    return isProjectSlug(slug) ? this.store.find({ slug }) : undefined;
  }

  async findById(id: number): Promise<Provider | undefined> {
    return id === 0 ? this.ofEnvironment()[0] : this.store.find({ id });
  }

  listGroups({ id }: Pick<Provider, 'id'>): Promise<StoredGroupRule[]> {
    return this.store.listGroups(id);
  }

  private ofEnvironment(): Provider[] {
    const { oidc } = this.config;
    if (!oidc) return [];
    const facts = {
      id: 0,
      slug: ENVIRONMENT,
      name: new URL(oidc.issuer).host,
      groupsClaim: 'groups',
      trustsAddresses: false,
      sessionDays: accountLimits.providerSessionDaysMost,
    };
    return [{ ...facts, ...oidc }];
  }
}
