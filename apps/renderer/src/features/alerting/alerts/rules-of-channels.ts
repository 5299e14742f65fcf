import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { ChannelStore } from '#product/alerting/channels';
import { Clock, to } from '#shared';
import type { Project } from '../../projects/projects/index.ts';
import { ChannelRules } from '../channels/index.ts';
import type { NamedRule } from '../channels/index.ts';

@Injectable()
export class RulesOfChannels extends ChannelRules {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly channels: ChannelStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async list({ id: projectId, slug }: Project): Promise<readonly NamedRule[]> {
    return (await this.rules.list(projectId)).map(({ id, name, channels }) => ({
      id,
      name,
      href: to('/settings/projects/:slug/alerts/:rule', { slug, rule: id }),
      channels,
    }));
  }

  override async addFirstChannel(
    channelId: number,
    { projectId, byUserId }: { readonly projectId: number; readonly byUserId: number },
  ): Promise<string | undefined> {
    const [rules, channels] = await Promise.all([
      this.rules.list(projectId),
      this.channels.list({ projectId }),
    ]);
    const known = new Set(channels.map(({ id }) => id));
    if (rules.some((rule) => rule.channels.some((id) => known.has(id)))) return undefined;
    const found = rules.find(({ isEnabled }) => isEnabled);
    if (!found) return undefined;
    const { id, version, ...rule } = found;
    const change = { projectId, byUserId, nowMs: this.clock.nowMs() };
    const ticked = { ...rule, channels: [channelId] };
    const { outcome } = await this.rules.change({ id, version }, ticked, change);
    return outcome === 'changed' ? rule.name : undefined;
  }
}
