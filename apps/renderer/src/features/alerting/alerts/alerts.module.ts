import { Global, Module } from '@nestjs/common';
import { AlertsController } from './alerts.controller.ts';
import { AlertsService } from './alerts.service.ts';
import { PersonalAlertsController } from './personal/personal-alerts.controller.ts';
import { PersonalAlertsService } from './personal/personal-alerts.service.ts';
import { RulesOfChannels } from './rules-of-channels.ts';
import { ChannelRules } from '../channels/index.ts';
import { SearchModule } from '../../recording/search/index.ts';
import { UnsubscribeController } from './personal/unsubscribe.controller.ts';

/** Global, because `channels` needs `ChannelRules`. */
@Global()
@Module({
  imports: [SearchModule],
  controllers: [AlertsController, PersonalAlertsController, UnsubscribeController],
  providers: [
    AlertsService,
    PersonalAlertsService,
    { provide: ChannelRules, useClass: RulesOfChannels },
  ],
  exports: [ChannelRules],
})
export class AlertsModule {}
