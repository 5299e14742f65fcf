import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import type { ChannelScope } from '#product/alerting/channels';
import { InvalidFieldsException } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import type { AllowAndTestDto, ChangedChannelDto, NewChannelDto } from './channels.dto.ts';
import { ChannelRules } from './channel-rules.ts';
import { ChannelTests } from './channel-tests.ts';
import { NO_CHANNEL } from './channel-words.ts';
import { ChannelsService, type FieldProblems } from './channels.service.ts';

export interface Act {
  readonly project?: Project;
  readonly href: Address;
  readonly access: Access;
  readonly flash: TellFlash;
}

@Injectable()
export class ChannelActions {
  constructor(
    private readonly channels: ChannelsService,
    private readonly tests: ChannelTests,
    private readonly rules: ChannelRules,
  ) {}

  async add(channel: NewChannelDto, act: Act): Promise<void> {
    const added = await this.channels.add(toScope(act), channel, toUserId(act));
    if (!added.ok) return refuse(added.problems);
    const { id } = added;
    const tested = await this.tests.run(toScope(act), id, toAsker(act));
    act.flash({ text: `${await this.describeAdded(id, channel.name.trim(), act)} ${tested.text}` });
  }

  /**
   * A channel that belongs to no project gets every alert about Errata itself. A channel of a
   * project gets alerts only from rules that name the channel.
   */
  private async describeAdded(id: number, name: string, act: Act): Promise<string> {
    if (!act.project) return `The channel ${name} is added.`;
    const target = { projectId: act.project.id, byUserId: toUserId(act) };
    const rule = await this.rules.addFirstChannel(id, target);
    return rule === undefined
      ? `The channel ${name} is added. Tick it in a rule under Alerts to have alerts sent there.`
      : `The channel ${name} is added, and the rule “${rule}” sends its alerts there.`;
  }

  async change(channel: ChangedChannelDto, act: Act): Promise<void> {
    refuse(await this.channels.change(toScope(act), channel, toUserId(act)));
    const tested = await this.tests.run(toScope(act), Number(channel.channel), toAsker(act));
    act.flash({ text: `${channel.name.trim()} is saved. ${tested.text}` });
  }

  async remove(channel: string, act: Act): Promise<void> {
    accept(await this.channels.remove(toScope(act), channel, toUserId(act)), NO_CHANNEL);
    act.flash({ text: 'The channel is removed.' });
  }

  async test(channel: string, act: Act): Promise<void> {
    const { isSent, text } = await this.tests.run(toScope(act), Number(channel), toAsker(act));
    accept(isSent, text);
    act.flash({ text });
  }

  /** Allows the refused host and sends a test. Does not check rights. Controllers must do so. */
  async allowAndTest({ channel, host }: AllowAndTestDto, act: Act): Promise<void> {
    const id = Number(channel);
    const named = { channelId: id, host };
    const allowed = await this.channels.allowHostOf(toScope(act), named, toUserId(act));
    if (!allowed.ok) return refuse(allowed.problems);
    const { text } = await this.tests.run(toScope(act), id, toAsker(act));
    act.flash({ text: `Channels may reach ${allowed.host}. ${text}` });
  }

  async sendAgain(delivery: string, act: Act): Promise<void> {
    const problem = await this.channels.sendAgain(toScope(act), delivery);
    if (problem !== undefined) accept(false, problem);
    act.flash({ text: 'The message is being sent again.' });
  }
}

function toScope({ project }: Act): ChannelScope {
  return project ? { projectId: project.id } : {};
}

function toUserId({ access }: Act): number {
  return access.getSignedIn().user.id;
}

function toAsker({ access, href, project }: Act) {
  const { email, name = email } = access.getSignedIn().user;
  return { asker: name, href, ...(project ? { project } : {}) };
}

function refuse(problems: FieldProblems | undefined): void {
  if (!problems) return;
  const errors = Object.entries(problems).map(([field, problem]) => [field, [problem]] as const);
  throw new InvalidFieldsException(Object.fromEntries(errors));
}

function accept(isDone: boolean, problem: string): void {
  if (!isDone) throw new InvalidFieldsException({ '': [problem] });
}
