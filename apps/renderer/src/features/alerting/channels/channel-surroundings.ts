import type { Address } from '#shared';
import { to } from '#shared';
import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { PeopleService } from '../../projects/members/index.ts';
import type { Project } from '../../projects/projects/index.ts';

export interface NamedRule {
  readonly id: number;
  readonly name: string;
  readonly href: Address;
  readonly channels: readonly number[];
}

const NAMED = 5;

@Injectable()
export class ChannelContext {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly people: PeopleService,
  ) {}

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

  async listOwners(): Promise<readonly string[]> {
    const owners = await this.people.listPeopleWithRight('instance.settings', []);
    return owners.slice(0, NAMED).map(({ name }) => name);
  }
}
