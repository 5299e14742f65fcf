import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { ChannelStore, DeliveryStore } from '#product/alerting/channels';
import type { Channel, ChannelScope, NewChannel } from '#product/alerting/channels';
import { channelLimits, Clock } from '#shared';
import { parseChannel } from '#product/alerting/channels/rules';
import type { ChannelField } from '#product/alerting/channels/rules';
import { describeNumber } from '../../people/menus/index.ts';
import type { SectionState } from '../../people/menus/index.ts';
import { describeTestBound } from './channel-words.ts';
import type { ChangedChannelDto, ChannelsProps, NewChannelDto } from './channels.dto.ts';

const NOTED = 50;

export const TOO_MANY_HOSTS = `There are ${channelLimits.allowedHosts} hosts already.`;

export type FieldProblems = Readonly<Record<string, string>>;
type AddedChannel =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly problems: FieldProblems };

/** Shows and changes channels. The methods do not check rights. Callers must do so. */
@Injectable()
export class ChannelsService implements SectionState {
  constructor(
    private readonly channels: ChannelStore,
    private readonly deliveries: DeliveryStore,
    private readonly audit: AuditStore,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId?: number): Promise<string> {
    const channels = await this.channels.list(projectId === undefined ? {} : { projectId });
    const usable = channels.filter(({ gone }) => !gone).length;
    return describeNumber(usable, 'channel', 'none');
  }

  async showInstance(): Promise<NonNullable<ChannelsProps['instance']>> {
    const [allowedHosts, drops] = await Promise.all([
      this.channels.listAllowedHosts(),
      this.audit.list({ what: 'outbox.dropped', limit: NOTED }),
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

  /**
   * Resolves with the problems by field, or with undefined. When only the name is given, all other
   * settings stay.
   */
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

  /** Resolves with undefined, or with the reason why the message cannot be sent again. */
  async sendAgain(scope: ChannelScope, delivery: string): Promise<string | undefined> {
    const nowMs = this.clock.nowMs();
    const outcome = await this.deliveries.sendAgain(Number(delivery), scope, nowMs);
    if (outcome === 'sent') return undefined;
    return outcome === 'absent'
      ? 'Errata is already sending this message, or the log no longer has it.'
      : describeTestBound(outcome);
  }

  /** Resolves with false when too many hosts are allowed already. */
  allowHost(host: string, byUserId: number): Promise<boolean> {
    return this.channels.allowHost(toHost(host), this.by(byUserId));
  }

  /**
   * Allows the host that the channel's latest message could not reach. Resolves with a problem when
   * the host differs from the one that the page showed, because somebody else may have changed the
   * channel meanwhile.
   */
  async allowHostOf(
    scope: ChannelScope,
    { channelId, host }: { readonly channelId: number; readonly host: string },
    byUserId: number,
  ): Promise<FieldProblems | undefined> {
    const refused = (await this.deliveries.listLatest(scope)).get(channelId)?.refusedHost;
    if (refused === undefined) return { '': 'This channel waits for no host to be allowed.' };
    if (refused !== host) return { '': `This channel leads to ${refused} by now. Look again.` };
    return (await this.allowHost(host, byUserId)) ? undefined : { '': TOO_MANY_HOSTS };
  }

  forbidHost(host: string, byUserId: number): Promise<void> {
    return this.channels.forbidHost(toHost(host), this.by(byUserId));
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
