import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { ChannelStore } from '#product/alerting/channels';
import { Clock } from '#shared';

/** Ticks the first channel of a project in its first rule that is on, so that a new channel is told of alerts. */
@Injectable()
export class FirstChannel {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly channels: ChannelStore,
    private readonly clock: Clock,
  ) {}

  /** Resolves with the name of the rule; undefined where a rule has a channel already, none is on, or somebody changed it meanwhile. */
  async tick(
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
