import { Global, Module } from '@nestjs/common';
import { LongReads } from '#product';
import { to } from '#shared';
import { AccountMailQueue } from '../../people/accounts/index.ts';
import { ProjectSignal } from '../../projects/projects/index.ts';
import type { SignalContext, SignalLoader, ToldSign } from '../../projects/projects/index.ts';
import { AccountMailDeliveries } from './account-mail-deliveries.ts';
import { ChannelTests } from './channel-tests.ts';
import { ChannelsPage } from './channels-page.ts';
import { ChannelsService } from './channels.service.ts';
import { InstanceChannelsController, ProjectChannelsController } from './channels.controller.ts';
import { TriedTest } from './tried-test.ts';

@ProjectSignal()
export class ChannelsSignal implements SignalLoader {
  constructor(private readonly reads: LongReads) {}

  async load({ projects, access }: SignalContext): Promise<Map<number, ToldSign[]>> {
    const gone = await this.reads.stores.channels.listGone(projects.map(({ id }) => id));
    return new Map(
      projects.flatMap(({ id, slug }) => {
        const first = gone.find(({ projectId }) => projectId === id);
        if (!first) return [];
        const told = { kind: 'unheard', size: 0 } as const;
        if (!access.can('project.alerts', id))
          return [[id, [{ ...told, words: 'a channel is gone' }]]];
        const href = to('/settings/projects/:slug/channels', { slug });
        return [[id, [{ ...told, words: `the channel ${first.name} is gone`, href }]]];
      }),
    );
  }
}

/** Global, because the accounts feature sends mail through `AccountMailQueue`. */
@Global()
@Module({
  controllers: [ProjectChannelsController, InstanceChannelsController],
  providers: [
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
