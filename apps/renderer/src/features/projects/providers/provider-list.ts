import { Injectable } from '@nestjs/common';
import { ProviderStore } from '#product/projects/providers';
import type { Provider, StoredGroupRule } from '#product/projects/providers';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { SectionState } from '../../people/menus/index.ts';

/** `key` names the provider in URLs. The value is `environment`, or the id of a stored provider. */
export interface NamedProvider extends Omit<Provider, 'id'> {
  readonly key: string;
}

export const ENVIRONMENT = 'environment';

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

  async list(): Promise<NamedProvider[]> {
    const stored = await this.store.list();
    return [...this.ofEnvironment(), ...stored.map(toNamed)];
  }

  async find(key: string): Promise<NamedProvider | undefined> {
    if (key === ENVIRONMENT) return this.ofEnvironment()[0];
    const stored = /^[1-9]\d{0,14}$/.test(key) ? await this.store.find(Number(key)) : undefined;
    return stored && toNamed(stored);
  }

  listGroups({ key }: Pick<NamedProvider, 'key'>): Promise<StoredGroupRule[]> {
    return this.store.listGroups(toProviderId(key));
  }

  private ofEnvironment(): NamedProvider[] {
    const { oidc } = this.config;
    if (!oidc) return [];
    const { host } = new URL(oidc.issuer);
    return [{ key: ENVIRONMENT, name: host, groupsClaim: 'groups', ...oidc }];
  }
}

/**
 * Returns the number under which group rules store a provider. The number 0 stands for the provider
 * that the environment configures.
 */
export function toProviderId(key: string): number {
  return key === ENVIRONMENT ? 0 : Number(key);
}

function toNamed({ id, ...provider }: Provider): NamedProvider {
  return { key: String(id), ...provider };
}
