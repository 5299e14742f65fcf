import { Global, Module } from '@nestjs/common';
import { AccountMailQueue } from '../../people/accounts/index.ts';
import { AccountMailDeliveries } from './account-mail-deliveries.ts';
import { ChannelActions } from './channel-actions.ts';
import { ChannelTests } from './channel-tests.ts';
import { ChannelsPage } from './channels-page.ts';
import { ChannelsService } from './channels.service.ts';
import { ChannelsSignal } from './channels.signal.ts';
import { InstanceChannelsController } from './instance-channels.controller.ts';
import { ProjectChannelsController } from './project-channels.controller.ts';
import { TriedTest } from './tried-test.ts';

/** Global, because the accounts feature sends mail through `AccountMailQueue`. */
@Global()
@Module({
  controllers: [ProjectChannelsController, InstanceChannelsController],
  providers: [
    ChannelActions,
    ChannelTests,
    ChannelsPage,
    ChannelsService,
    ChannelsSignal,
    TriedTest,
    { provide: AccountMailQueue, useClass: AccountMailDeliveries },
  ],
  exports: [AccountMailQueue],
})
export class ChannelsModule {}
