import { webhookSchema } from '#product/alerting/channels/rules';
import type { Address } from '#shared';
import { to } from '#shared';
import { Body, Get, Param } from '@nestjs/common';
import { Action, Flash, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { DescribesWebhook } from '../../people/api/index.ts';
import { ProjectPipe, ProjectSection } from '../../projects/projects/index.ts';
import type { Project } from '../../projects/projects/index.ts';
import { ChannelActions } from './channel-actions.ts';
import {
  AllowAndTestDto,
  ChangedChannelDto,
  ChannelDto,
  DeliveryDto,
  NewChannelDto,
} from './channels.dto.ts';
import { ChannelsService } from './channels.service.ts';
import { deliveriesTag } from './deliveries-tag.ts';
import type {
  AddChannelAction,
  AllowAndTestAction,
  ChangeChannelAction,
  ChannelsProps,
  RemoveChannelAction,
  SendAgainAction,
  TestChannelAction,
} from './channels.dto.ts';
import { ChannelsPage } from './channels-page.ts';

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
export class ProjectChannelsController {
  constructor(
    private readonly page: ChannelsPage,
    private readonly actions: ChannelActions,
  ) {}

  @Get()
  @Page<typeof import('./views/channels.page.tsx')>('channels/channels.page', {
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
    const shown = await this.page.show({ project, href: toHref(slug) }, access);
    return { project: name, rulesHref, ...shown };
  }

  @Action<AddChannelAction>('add-channel')
  async add(
    @Param('slug', ProjectPipe) project: Project,
    @Body() channel: NewChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.add(channel, { project, href: toHref(project.slug), access, flash });
  }

  @Action<ChangeChannelAction>('change-channel')
  async change(
    @Param('slug', ProjectPipe) project: Project,
    @Body() channel: ChangedChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.change(channel, { project, href: toHref(project.slug), access, flash });
  }

  @Action<RemoveChannelAction>('remove-channel')
  async remove(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.remove(channel, { project, href: toHref(project.slug), access, flash });
  }

  @Action<TestChannelAction>('test-channel')
  async test(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.test(channel, { project, href: toHref(project.slug), access, flash });
  }

  /** Requires a right for all of Errata, because an allowed host is allowed for every project. */
  @Action<AllowAndTestAction>('allow-and-test')
  @Requires('instance.settings')
  async allowAndTest(
    @Param('slug', ProjectPipe) project: Project,
    @Body() fields: AllowAndTestDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const act = { project, href: toHref(project.slug), access, flash };
    await this.actions.allowAndTest(fields, act);
  }

  @Action<SendAgainAction>('send-again')
  async sendAgain(
    @Param('slug', ProjectPipe) project: Project,
    @Body() { delivery }: DeliveryDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.sendAgain(delivery, { project, href: toHref(project.slug), access, flash });
  }
}

function toHref(slug: string): Address {
  return to('/settings/projects/:slug/channels', { slug });
}
