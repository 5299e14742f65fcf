import { Injectable } from '@nestjs/common';
import { AlertRuleStore } from '#product/alerting/alerts';
import { ChannelStore } from '#product/alerting/channels';
import { Clock } from '#shared';

/**
 * Adds the first channel of a project to its first enabled rule, so that the new channel gets
 * alerts without further setup.
 */
@Injectable()
export class FirstChannel {
  constructor(
    private readonly rules: AlertRuleStore,
    private readonly channels: ChannelStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves with the name of the changed rule. Changes nothing, and resolves with undefined, when
   * a rule already has a channel or no rule is enabled. Also resolves with undefined when somebody
   * changed the rule at the same time.
   */
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
