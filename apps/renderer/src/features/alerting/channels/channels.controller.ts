import { webhookSchema } from '#product/alerting/channels/rules';
import type { ChannelScope } from '#product/alerting/channels';
import { ProjectSettingsStore } from '#product/projects/projects';
import type { Address } from '#shared';
import { to } from '#shared';
import { Body, Get, Injectable, Param } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, NeedsProof, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { DescribesWebhook } from '../../people/api/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { ChannelRules } from './channel-rules.ts';
import { ChannelTests } from './channel-tests.ts';
import { NO_CHANNEL } from './channel-words.ts';
import {
  AllowAndTestDto,
  ChangedChannelDto,
  ChannelDto,
  DeliveryDto,
  HostDto,
  NewChannelDto,
} from './channels.dto.ts';
import type {
  AddChannelAction,
  AllowAndTestAction,
  AllowHostAction,
  ChangeChannelAction,
  ChannelsProps,
  ForbidHostAction,
  RemoveChannelAction,
  SendAgainAction,
  TestChannelAction,
} from './channels.dto.ts';
import { ChannelsPage } from './channels-page.ts';
import { ChannelsService, TOO_MANY_HOSTS, type FieldProblems } from './channels.service.ts';
import { deliveriesTag } from './deliveries-tag.ts';

/** Replaces a slug by its project. An address without a slug shows channels of no project. */
@Injectable()
class OwnerPipe implements PipeTransform<string | undefined, Promise<Project | undefined>> {
  constructor(private readonly projects: ProjectSettingsStore) {}

  async transform(slug: string | undefined): Promise<Project | undefined> {
    return slug === undefined ? undefined : new ProjectPipe(this.projects).transform(slug);
  }
}

/** Has the actions of both pages of channels. Each page requires its own right. */
@Injectable()
abstract class ChannelsController {
  constructor(
    protected readonly page: ChannelsPage,
    protected readonly channels: ChannelsService,
    private readonly tests: ChannelTests,
    private readonly rules: ChannelRules,
  ) {}

  @Action<AddChannelAction>('add-channel')
  @NeedsProof()
  async add(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() channel: NewChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const added = await this.channels.add(toScope(project), channel, byUserId);
    if (!added.ok) return refuse(added.problems);
    const { text } = await this.runTest(project, added.id, access);
    const name = channel.name.trim();
    flash({
      text: `${await this.describeAdded({ id: added.id, name, project, byUserId })} ${text}`,
    });
  }

  /**
   * A channel that belongs to no project gets every alert about Errata itself. A channel of a
   * project gets alerts only from rules that name the channel.
   */
  private async describeAdded({ id, name, project, byUserId }: Added): Promise<string> {
    if (!project) return `The channel ${name} is added.`;
    const rule = await this.rules.addFirstChannel(id, { projectId: project.id, byUserId });
    return rule === undefined
      ? `The channel ${name} is added. Tick it in a rule under Alerts to have alerts sent there.`
      : `The channel ${name} is added, and the rule “${rule}” sends its alerts there.`;
  }

  @Action<ChangeChannelAction>('change-channel')
  @NeedsProof()
  async change(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() channel: ChangedChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    refuse(await this.channels.change(toScope(project), channel, byUserId));
    const { text } = await this.runTest(project, Number(channel.channel), access);
    flash({ text: `${channel.name.trim()} is saved. ${text}` });
  }

  @Action<RemoveChannelAction>('remove-channel')
  async remove(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const byUserId = access.getSignedIn().user.id;
    const isDone = await this.channels.remove(toScope(project), channel, byUserId);
    if (!isDone) refuse({ '': NO_CHANNEL });
    flash({ text: 'The channel is removed.' });
  }

  @Action<TestChannelAction>('test-channel')
  async test(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const { isSent, text } = await this.runTest(project, Number(channel), access);
    if (!isSent) refuse({ '': text });
    flash({ text });
  }

  /** Requires a right for all of Errata, because an allowed host is allowed for every project. */
  @Action<AllowAndTestAction>('allow-and-test')
  @Requires('instance.settings')
  async allowAndTest(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() { channel, host }: AllowAndTestDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const named = { channelId: Number(channel), host };
    const byUserId = access.getSignedIn().user.id;
    refuse(await this.channels.allowHostOf(toScope(project), named, byUserId));
    const { text } = await this.runTest(project, named.channelId, access);
    flash({ text: `Channels may reach ${host}. ${text}` });
  }

  @Action<SendAgainAction>('send-again')
  async sendAgain(
    @Param('slug', OwnerPipe) project: Project | undefined,
    @Body() { delivery }: DeliveryDto,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const problem = await this.channels.sendAgain(toScope(project), delivery);
    if (problem !== undefined) refuse({ '': problem });
    flash({ text: 'The message is being sent again.' });
  }

  private runTest(project: Project | undefined, channelId: number, access: Access) {
    const { email, name = email } = access.getSignedIn().user;
    const asker = { asker: name, href: toHref(project), project };
    return this.tests.run(toScope(project), channelId, asker);
  }
}

@DescribesWebhook({
  name: 'alert',
  summary:
    'An alert, as a channel of the kind webhook gets it. docs/alerts.md says how it is signed.',
  body: webhookSchema,
})
@ProjectSection({
  name: 'Channels',
  words: 'slack discord teams telegram ntfy webhook mail notify',
  segment: 'channels',
  state: ChannelsService,
  help: 'A channel is a place that alerts go to. Rules name the channels that they tell.',
  document: 'alerts',
  order: 52,
  right: 'project.alerts',
})
export class ProjectChannelsController extends ChannelsController {
  @Get()
  @Page<ChannelsProps>('channels/channels.page', {
    head: ({ project }) => ({ title: `Channels of ${project}` }),
    tags: () => [deliveriesTag],
    staleMs: 0,
  })
  async show(
    @Param('slug', ProjectPipe) project: Project,
    @CurrentAccess() access: Access,
  ): Promise<ChannelsProps> {
    const { slug, name } = project;
    const rulesHref = to('/settings/projects/:slug/alerts', { slug });
    const shown = await this.page.show({ project, href: toHref(project) }, access);
    return { project: name, rulesHref, ...shown };
  }
}

@SettingsSection({
  name: 'Channels about Errata',
  words: 'slack discord teams webhook mail allowed hosts',
  segment: 'channels',
  state: ChannelsService,
  help: 'Places that alerts about Errata itself go to, and the hosts that channels of all projects may use.',
  document: 'alerts',
  order: 70,
  right: 'instance.settings',
})
export class InstanceChannelsController extends ChannelsController {
  @Get()
  @Page<ChannelsProps>('channels/channels.page', {
    head: () => ({ title: 'Channels about Errata' }),
    tags: () => [deliveriesTag],
    staleMs: 0,
  })
  async show(@CurrentAccess() access: Access): Promise<ChannelsProps> {
    const [props, instance] = await Promise.all([
      this.page.show({ href: toHref(undefined) }, access),
      this.channels.showInstance(),
    ]);
    return { ...props, instance };
  }

  @Action<AllowHostAction>('allow-host')
  async allowHost(
    @Body() { host }: HostDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const isDone = await this.channels.allowHost(host, access.getSignedIn().user.id);
    if (!isDone) refuse({ host: TOO_MANY_HOSTS });
    flash({ text: `Channels may reach ${host.trim()}.` });
  }

  @Action<ForbidHostAction>('forbid-host')
  async forbidHost(
    @Body() { host }: HostDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.channels.forbidHost(host, access.getSignedIn().user.id);
    flash({ text: `Channels may reach ${host.trim()} no more.` });
  }
}

interface Added {
  readonly id: number;
  readonly name: string;
  readonly project: Project | undefined;
  readonly byUserId: number;
}

function toHref(project: Project | undefined): Address {
  if (!project) return to('/settings/channels');
  return to('/settings/projects/:slug/channels', { slug: project.slug });
}

function toScope(project: Project | undefined): ChannelScope {
  return project ? { projectId: project.id } : {};
}

function refuse(problems: FieldProblems | undefined): void {
  if (!problems) return;
  const errors = Object.entries(problems).map(([field, problem]) => [field, [problem]] as const);
  throw new InvalidFieldsException(Object.fromEntries(errors));
}
