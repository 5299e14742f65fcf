import type { Address } from '#shared';
import { to as toAddress } from '#shared';
import { Injectable } from '@nestjs/common';
import { LongReads } from '#product';
import { ChannelStore } from '#product/alerting/channels';
import type { LoggedDelivery } from '#product/alerting/channels';
import { adviseOnFailure, describeFailure } from '#product/alerting/channels/rules';
import { channelLimits, Clock } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { Access } from '../../people/accounts/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { ChannelRules } from './channel-rules.ts';
import type { NamedRule } from './channel-rules.ts';
import type { ChannelRow, ChannelsProps, DeliveryEnd, DeliveryRow } from './channels.dto.ts';

const LISTED = 50;
const DAY_MS = 86_400_000;
const OWNERS_NAMED = 5;

@Injectable()
export class ChannelsPage {
  constructor(
    private readonly channels: ChannelStore,
    private readonly reads: LongReads,
    private readonly rules: ChannelRules,
    private readonly people: PeopleService,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async show(
    { project, href }: { readonly project?: Project; readonly href: Address },
    access: Access,
  ): Promise<ChannelsProps> {
    const scope = project ? { projectId: project.id } : {};
    const { deliveries: log } = this.reads.stores;
    const today = Math.floor(this.clock.nowMs() / DAY_MS);
    const starts = Array.from(
      { length: channelLimits.loggedDays },
      (_, index) => (today - channelLimits.loggedDays + 1 + index) * DAY_MS,
    );
    const [channels, latest, failed, days, deliveries, rules] = await Promise.all([
      this.channels.list(scope),
      log.listLatest(scope),
      log.listLatest(scope, ['failed', 'dropped']),
      log.listDays(scope, starts[0]!),
      log.list(scope, LISTED),
      project ? this.rules.list(project) : [],
    ]);
    const named = {
      channels: new Map(channels.map(({ id, name }) => [id, name])),
      rules: new Map(rules.map((rule) => [rule.id, rule])),
    };
    const rows = channels.map(({ id, kind, name, hint, gone }) => ({
      id,
      kind,
      name,
      hint,
      gone,
      latest: latest.has(id) ? toEnd(latest.get(id)!) : undefined,
      refusedHost: latest.get(id)?.refusedHost,
      ...toFailure(failed.get(id), latest.get(id)),
      days: starts.map(
        (startsAtMs) =>
          days.find((day) => day.channelId === id && day.startsAtMs === startsAtMs) ?? {
            startsAtMs,
            sent: 0,
            sentAgain: 0,
            failed: 0,
          },
      ),
      ...(project ? toRuleLinks(project, id, rules) : {}),
    }));
    const mayAllow = access.can('instance.settings');
    const isAsked = !mayAllow && rows.some(({ refusedHost }) => refusedHost !== undefined);
    return {
      href,
      isMailSet: this.config.isMailSet,
      channels: rows,
      deliveries: deliveries.map((delivery) => toDeliveryRow(delivery, named)),
      mayAllow,
      owners: isAsked ? await this.listOwners() : [],
    };
  }

  private async listOwners(): Promise<readonly string[]> {
    const owners = await this.people.listPeopleWithRight('instance.settings', []);
    return owners.slice(0, OWNERS_NAMED).map(({ name }) => name);
  }
}

interface Named {
  readonly channels: ReadonlyMap<number, string>;
  readonly rules: ReadonlyMap<number, NamedRule>;
}

/** Returns why the latest failure failed, unless the latest delivery says it. */
function toFailure(
  failed: LoggedDelivery | undefined,
  latest: LoggedDelivery | undefined,
): Pick<ChannelRow, 'failure'> {
  if (!failed || failed.id === latest?.id) return {};
  return { failure: toEnd(failed).why ?? 'Dropped: it waited too long.' };
}

function toDeliveryRow(delivery: LoggedDelivery, { channels, rules }: Named): DeliveryRow {
  const { id, title, channelId, address, ruleId, issueId } = delivery;
  const to = channelId === undefined ? address : channels.get(channelId);
  const rule = ruleId === undefined ? undefined : rules.get(ruleId);
  return {
    ...toEnd(delivery),
    id,
    title,
    to: to ?? '',
    canBeSentAgain: delivery.canBeSentAgain,
    rule: rule && { name: rule.name, href: rule.href },
    issueHref: issueId === undefined ? undefined : toAddress('/issues/:id', { id: issueId }),
  };
}

function toEnd(delivery: LoggedDelivery): DeliveryEnd {
  const { state, attempts, nextAtMs } = delivery;
  const failed = state !== 'sent' && attempts > 0;
  return {
    state,
    attempts,
    atMs: delivery.triedAtMs ?? delivery.createdAtMs,
    why: failed ? describeFailure(delivery) : undefined,
    advice: failed ? adviseOnFailure(delivery) : undefined,
    nextAtMs,
  };
}

function toRuleLinks(
  { slug }: Project,
  channelId: number,
  rules: readonly NamedRule[],
): Pick<ChannelRow, 'rules' | 'newRuleHref'> {
  const parts = { slug, rule: 'new' } as const;
  const query = { channel: channelId };
  return {
    rules: rules
      .filter(({ channels }) => channels.includes(channelId))
      .map(({ name, href }) => ({ name, href })),
    newRuleHref: toAddress('/settings/projects/:slug/alerts/:rule', parts, { query }),
  };
}
