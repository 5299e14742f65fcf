import type { Address } from '#shared';
import { to } from '#shared';
import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { PeopleService } from '../../people/accounts/index.ts';
import type { Project } from '../../projects/projects/index.ts';

/** A rule as pages of channels name it. */
export interface NamedRule {
  readonly id: number;
  readonly name: string;
  readonly href: Address;
  /** Ids of the channels that it tells. */
  readonly channels: readonly number[];
}

/** Owners whom a page names. */
const NAMED = 5;

/** Finds the rules that tell channels, and the owners who may allow their hosts. */
@Injectable()
export class ChannelSurroundings {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly people: PeopleService,
  ) {}

  /** Resolves with none for the instance, which has no rules. */
  async listRules(project: Project | undefined): Promise<readonly NamedRule[]> {
    if (!project) return [];
    const { id, slug } = project;
    return (await this.rules.list(id)).map((rule) => ({
      id: rule.id,
      name: rule.name,
      href: to('/settings/projects/:slug/alerts/:rule', { slug, rule: rule.id }),
      channels: rule.channels,
    }));
  }

  /** Some of those who may allow hosts, by name. */
  async listOwners(): Promise<readonly string[]> {
    const owners = await this.people.listWith('instance.settings', []);
    return owners.slice(0, NAMED).map(({ name }) => name);
  }
}
