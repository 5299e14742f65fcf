import { Global, Module } from '@nestjs/common';
import { AccountMailQueue } from '../../people/accounts/index.ts';
import { AccountMailDeliveries } from './account-mail-deliveries.ts';
import { ChannelActions } from './channel-actions.ts';
import { ChannelSurroundings } from './channel-surroundings.ts';
import { ChannelTests } from './channel-tests.ts';
import { ChannelsPage } from './channels-page.ts';
import { ChannelsService } from './channels.service.ts';
import { FirstChannel } from './first-channel.ts';
import { InstanceChannelsController } from './instance-channels.controller.ts';
import { ProjectChannelsController } from './project-channels.controller.ts';
import { TriedTest } from './tried-test.ts';

/** Where alerts go: channels of projects and of the instance, and what became of each alert that was sent. Global, because accounts send mail by it. */
@Global()
@Module({
  controllers: [ProjectChannelsController, InstanceChannelsController],
  providers: [
    ChannelActions,
    ChannelSurroundings,
    ChannelTests,
    ChannelsPage,
    ChannelsService,
    FirstChannel,
    TriedTest,
    { provide: AccountMailQueue, useClass: AccountMailDeliveries },
  ],
  exports: [AccountMailQueue],
})
export class ChannelsModule {}
