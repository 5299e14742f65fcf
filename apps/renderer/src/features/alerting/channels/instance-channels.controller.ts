import { Body, Get } from '@nestjs/common';
import { to } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { SettingsSection } from '../../people/settings/index.ts';
import { ChannelActions } from './channel-actions.ts';
import {
  AllowAndTestDto,
  ChangedChannelDto,
  ChannelDto,
  DeliveryDto,
  HostDto,
  NewChannelDto,
} from './channels.dto.ts';
import { deliveriesTag } from './deliveries-tag.ts';
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
import { ChannelsService, TOO_MANY_HOSTS } from './channels.service.ts';

const HREF = to('/settings/channels');

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
export class InstanceChannelsController {
  constructor(
    private readonly page: ChannelsPage,
    private readonly channels: ChannelsService,
    private readonly actions: ChannelActions,
  ) {}

  @Get()
  @Page<typeof import('./views/channels.page.tsx')>('channels/channels.page', {
    head: () => ({ title: 'Channels about Errata' }),
    tags: () => [deliveriesTag],
    staleMs: 0,
  })
  async show(@CurrentAccess() access: Access): Promise<ChannelsProps> {
    const [props, instance] = await Promise.all([
      this.page.show({ href: HREF }, access),
      this.channels.showInstance(),
    ]);
    return { ...props, instance };
  }

  @Action<AddChannelAction>('add-channel')
  async add(
    @Body() channel: NewChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.add(channel, { href: HREF, access, flash });
  }

  @Action<ChangeChannelAction>('change-channel')
  async change(
    @Body() channel: ChangedChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.change(channel, { href: HREF, access, flash });
  }

  @Action<RemoveChannelAction>('remove-channel')
  async remove(
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.remove(channel, { href: HREF, access, flash });
  }

  @Action<TestChannelAction>('test-channel')
  async test(
    @Body() { channel }: ChannelDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.test(channel, { href: HREF, access, flash });
  }

  @Action<AllowAndTestAction>('allow-and-test')
  async allowAndTest(
    @Body() fields: AllowAndTestDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.allowAndTest(fields, { href: HREF, access, flash });
  }

  @Action<SendAgainAction>('send-again')
  async sendAgain(
    @Body() { delivery }: DeliveryDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    await this.actions.sendAgain(delivery, { href: HREF, access, flash });
  }

  @Action<AllowHostAction>('allow-host')
  async allowHost(
    @Body() { host }: HostDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (!(await this.channels.allowHost(host, access.getSignedIn().user.id))) {
      throw new InvalidFieldsException({ host: [TOO_MANY_HOSTS] });
    }
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
