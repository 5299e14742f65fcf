import type { Address } from '#shared';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditStore } from '#product/people/audit';
import { ChannelStore, DeliveryStore } from '#product/alerting/channels';
import type { Channel, ChannelScope, LoggedDelivery, NewChannel } from '#product/alerting/channels';
import { channelLimits, Clock, formatUtc } from '#shared';
import { parseChannel } from '#product/alerting/channels/rules';
import type { ChannelField } from '#product/alerting/channels/rules';
import type { SectionState } from '../../people/menus/index.ts';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type {
  ChangedChannelDto,
  ChannelRow,
  ChannelsProps,
  DeliveryRow,
  NewChannelDto,
} from './channels.dto.ts';

/** Lines of the log on the page. */
const LISTED = 50;

export const NO_CHANNEL = 'There is no such channel any more.';

/** `againMs`: when a test may be asked for. */
export function describeTestBound(againMs: number): string {
  const { testsPerMinute, testsPerHour } = channelLimits;
  return `Errata sends at most ${testsPerHour} tests an hour, and ${testsPerMinute} a minute of one channel or rule. The next can be sent at ${formatUtc(againMs)}.`;
}

export type FieldProblems = Readonly<Record<string, string>>;
type AddedChannel =
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly problems: FieldProblems };

/** Whether somebody may is the caller's to know. */
@Injectable()
export class ChannelsService implements SectionState {
  constructor(
    private readonly channels: ChannelStore,
    private readonly deliveries: DeliveryStore,
    private readonly audit: AuditStore,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
  ) {}

  async describeState(projectId?: number): Promise<string> {
    const channels = await this.channels.list(projectId === undefined ? {} : { projectId });
    const usable = channels.filter(({ gone }) => !gone).length;
    return usable === 0 ? 'none' : String(usable);
  }

  async show(scope: ChannelScope, href: Address): Promise<ChannelsProps> {
    const [channels, deliveries] = await Promise.all([
      this.channels.list(scope),
      this.deliveries.list(scope, LISTED),
    ]);
    const names = new Map(channels.map(({ id, name }) => [id, name]));
    return {
      href,
      isMailSet: this.config.isMailSet,
      channels: channels.map(toRow),
      deliveries: deliveries.map((delivery) => toDeliveryRow(delivery, names)),
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

  /** Puts a test into the outbox, and resolves with why there is none. */
  async test(
    scope: ChannelScope,
    channel: string,
    { asker, href, project }: { asker: string; href: Address; project?: TestedProject },
  ): Promise<string | undefined> {
    const found = await this.find(scope, channel);
    if (!found) return NO_CHANNEL;
    const nowMs = this.clock.nowMs();
    const message = {
      id: randomUUID(),
      kind: 'test' as const,
      title: `Test of the channel ${found.name}`,
      lines: [`${asker} asked for this test. Alerts of Errata reach this channel.`],
      level: 'info' as const,
      ...(project ? { project: { slug: project.slug, name: project.name } } : {}),
      issues: [],
      more: 0,
      url: this.config.publicUrl + href,
      atMs: nowMs,
    };
    const againMs = await this.deliveries.putTest(found.id, message, nowMs);
    return againMs === undefined ? undefined : describeTestBound(againMs);
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

interface TestedProject {
  readonly slug: string;
  readonly name: string;
}

const fields: readonly ChannelField[] = ['address', 'secret', 'recipients'];

function toHost(text: string): string {
  return text.trim().toLowerCase();
}

function toRow({ id, kind, name, hint, gone }: Channel): ChannelRow {
  return { id, kind, name, hint, ...(gone ? { gone } : {}) };
}

function toDeliveryRow(delivery: LoggedDelivery, names: ReadonlyMap<number, string>): DeliveryRow {
  const { id, title, channelId, address, state, attempts, answer, nextAtMs } = delivery;
  const to = channelId === undefined ? address : names.get(channelId);
  return {
    id,
    title,
    to: to ?? '',
    state,
    attempts,
    atMs: delivery.triedAtMs ?? delivery.createdAtMs,
    canBeSentAgain: delivery.canBeSentAgain,
    ...(answer === undefined ? {} : { answer }),
    ...(nextAtMs === undefined ? {} : { nextAtMs }),
  };
}
