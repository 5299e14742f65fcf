import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { AlertRuleStore } from '#product/alerting/alerts';
import { ChannelStore, DeliveryStore } from '#product/alerting/channels';
import type { Channel, ChannelScope, LoggedDelivery, NewChannel } from '#product/alerting/channels';
import { channelLimits, Clock, to as toAddress } from '#shared';
import { adviseOnFailure, describeFailure, parseChannel } from '#product/alerting/channels/rules';
import type { ChannelField } from '#product/alerting/channels/rules';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { Access, PeopleService } from '../../people/accounts/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { describeTestBound } from './channel-words.ts';
import type {
  ChangedChannelDto,
  ChannelRow,
  ChannelsProps,
  DeliveryEnd,
  DeliveryRow,
  NewChannelDto,
} from './channels.dto.ts';

/** Lines of the log on the page. */
const LISTED = 50;
/** Owners of whom a page says that one may ask them. */
const NAMED = 5;

export const TOO_MANY_HOSTS = `There are ${channelLimits.allowedHosts} hosts already.`;

export type FieldProblems = Readonly<Record<string, string>>;
type AddedChannel =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly problems: FieldProblems };

type AllowedHost =
  | { readonly ok: true; readonly host: string }
  | { readonly ok: false; readonly problems: FieldProblems };

/** Whether somebody may is the caller's to know. */
@Injectable()
export class ChannelsService implements SectionState {
  constructor(
    private readonly channels: ChannelStore,
    private readonly deliveries: DeliveryStore,
    private readonly rules: AlertRuleStore,
    private readonly people: PeopleService,
    private readonly audit: AuditStore,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId?: number): Promise<string> {
    const channels = await this.channels.list(projectId === undefined ? {} : { projectId });
    const usable = channels.filter(({ gone }) => !gone).length;
    return describeNumber(usable, 'channel', 'none');
  }

  async show(
    { project, href }: { readonly project?: Project; readonly href: Address },
    access: Access,
  ): Promise<ChannelsProps> {
    const scope = project ? { projectId: project.id } : {};
    const [channels, latest, deliveries, rules] = await Promise.all([
      this.channels.list(scope),
      this.deliveries.listLatest(scope),
      this.deliveries.list(scope, LISTED),
      project ? this.listRules(project) : new Map(),
    ]);
    const named = { channels: new Map(channels.map(({ id, name }) => [id, name])), rules };
    const rows = channels.map((channel) => toRow(channel, latest.get(channel.id)));
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

  async showInstance(): Promise<NonNullable<ChannelsProps['instance']>> {
    const [allowedHosts, drops] = await Promise.all([
      this.channels.listAllowedHosts(),
      this.audit.list({ what: 'outbox.dropped', limit: LISTED }),
    ]);
    const sinceMs = this.clock.nowMs() - channelLimits.loggedForMs;
    const dropped = drops.filter(({ atMs }) => atMs > sinceMs).map(({ to }) => Number(to));
    return { allowedHosts, dropped: dropped.reduce((sum, each) => sum + each, 0) };
  }

  async add(
    scope: ChannelScope,
    { kind, name, ...typed }: NewChannelDto,
    byUserId: number,
  ): Promise<AddedChannel> {
    const parsed = parseChannel(kind, typed);
    if (!parsed.ok) return parsed;
    const { settings, hint } = parsed;
    const channel: NewChannel = { kind, name: name.trim(), settings, hint };
    const id = await this.channels.add(scope, channel, this.by(byUserId));
    return id === undefined
      ? { ok: false, problems: { name: `There are ${channelLimits.channels} channels already.` } }
      : { ok: true, id };
  }

  /** Resolves with what is wrong, by field, if anything is; undefined fields other than the name leave everything else as it is. */
  async change(
    scope: ChannelScope,
    { channel, kind, name, ...typed }: ChangedChannelDto,
    byUserId: number,
  ): Promise<FieldProblems | undefined> {
    const found = await this.find(scope, channel);
    if (found?.kind !== kind) return { '': 'There is no such channel any more.' };
    const isNew = fields.some((field) => (typed[field]?.trim() ?? '') !== '');
    const parsed = isNew ? parseChannel(kind, typed) : undefined;
    if (parsed?.ok === false) return parsed.problems;
    const change = {
      name: name.trim(),
      ...(parsed ? { settings: parsed.settings, hint: parsed.hint } : {}),
    };
    await this.channels.change(found.id, scope, change, this.by(byUserId));
    return undefined;
  }

  async remove(scope: ChannelScope, channel: string, byUserId: number): Promise<boolean> {
    return this.channels.remove(Number(channel), scope, this.by(byUserId));
  }

  /** Resolves with why it is not sent, if it is not. */
  async sendAgain(scope: ChannelScope, delivery: string): Promise<string | undefined> {
    const nowMs = this.clock.nowMs();
    const outcome = await this.deliveries.sendAgain(Number(delivery), scope, nowMs);
    if (outcome === 'sent') return undefined;
    return outcome === 'absent'
      ? 'Errata is already sending this message, or the log no longer has it.'
      : describeTestBound(outcome);
  }

  /** False when there are too many. */
  allowHost(host: string, byUserId: number): Promise<boolean> {
    return this.channels.allowHost(toHost(host), this.by(byUserId));
  }

  /** Allows the host that the latest message of a channel could not reach. */
  async allowHostOf(
    scope: ChannelScope,
    channelId: number,
    byUserId: number,
  ): Promise<AllowedHost> {
    const host = (await this.deliveries.listLatest(scope)).get(channelId)?.refusedHost;
    if (host === undefined) {
      return { ok: false, problems: { '': 'This channel waits for no host to be allowed.' } };
    }
    if (await this.allowHost(host, byUserId)) return { ok: true, host };
    return { ok: false, problems: { '': TOO_MANY_HOSTS } };
  }

  forbidHost(host: string, byUserId: number): Promise<void> {
    return this.channels.forbidHost(toHost(host), this.by(byUserId));
  }

  private async listOwners(): Promise<readonly string[]> {
    const owners = await this.people.listWith('instance.settings', []);
    return owners.slice(0, NAMED).map(({ name }) => name);
  }

  private async listRules({ id, slug }: Project): Promise<Named['rules']> {
    const rules = await this.rules.list(id);
    const toHref = (rule: number): Address =>
      toAddress('/settings/projects/:slug/alerts/:rule', { slug, rule });
    return new Map(rules.map((rule) => [rule.id, { name: rule.name, href: toHref(rule.id) }]));
  }

  private async find(scope: ChannelScope, channel: string): Promise<Channel | undefined> {
    return (await this.channels.list(scope)).find(({ id }) => id === Number(channel));
  }

  private by(byUserId: number) {
    return { byUserId, nowMs: this.clock.nowMs() };
  }
}

const fields: readonly ChannelField[] = ['address', 'secret', 'recipients'];

function toHost(text: string): string {
  return text.trim().toLowerCase();
}

/** What the rows of a page are made of besides the store's own. */
interface Named {
  readonly channels: ReadonlyMap<number, string>;
  readonly rules: ReadonlyMap<number, NonNullable<DeliveryRow['rule']>>;
}

function toRow(
  { id, kind, name, hint, gone }: Channel,
  latest: LoggedDelivery | undefined,
): ChannelRow {
  return {
    id,
    kind,
    name,
    hint,
    ...(gone ? { gone } : {}),
    ...(latest ? { latest: toEnd(latest) } : {}),
    ...(latest?.refusedHost === undefined ? {} : { refusedHost: latest.refusedHost }),
  };
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
    ...(rule ? { rule } : {}),
    ...(issueId === undefined ? {} : { issueHref: toAddress('/issues/:id', { id: issueId }) }),
  };
}

function toEnd(delivery: LoggedDelivery): DeliveryEnd {
  const { state, attempts, nextAtMs } = delivery;
  const failed = state !== 'sent' && attempts > 0;
  return {
    state,
    attempts,
    atMs: delivery.triedAtMs ?? delivery.createdAtMs,
    ...(failed ? { why: describeFailure(delivery), advice: adviseOnFailure(delivery) } : {}),
    ...(nextAtMs === undefined ? {} : { nextAtMs }),
  };
}
