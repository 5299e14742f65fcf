import { Module } from '@nestjs/common';
import { ChannelActions } from './channel-actions.ts';
import { ChannelsService } from './channels.service.ts';
import { FirstChannel } from './first-channel.ts';
import { InstanceChannelsController } from './instance-channels.controller.ts';
import { ProjectChannelsController } from './project-channels.controller.ts';

/** Where alerts go: channels of projects and of the instance, and what became of each alert that was sent. */
@Module({
  controllers: [ProjectChannelsController, InstanceChannelsController],
  providers: [ChannelActions, ChannelsService, FirstChannel],
})
export class ChannelsModule {}
