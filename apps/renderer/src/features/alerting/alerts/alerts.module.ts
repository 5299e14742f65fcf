import { Module } from '@nestjs/common';
import { AlertsController } from './alerts.controller.ts';
import { AlertsService } from './alerts.service.ts';
import { PersonalAlertsController } from './personal/personal-alerts.controller.ts';
import { PersonalAlertsService } from './personal/personal-alerts.service.ts';
import { SearchModule } from '../../recording/search/index.ts';
import { UnsubscribeController } from './personal/unsubscribe.controller.ts';

@Module({
  imports: [SearchModule],
  controllers: [AlertsController, PersonalAlertsController, UnsubscribeController],
  providers: [AlertsService, PersonalAlertsService],
})
export class AlertsModule {}
