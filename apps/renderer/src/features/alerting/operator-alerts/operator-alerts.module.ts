import { Module } from '@nestjs/common';
import { OperatorAlertsController } from './operator-alerts.controller.ts';
import { OperatorAlertsService } from './operator-alerts.service.ts';

/** What those who run Errata are told by itself. */
@Module({ controllers: [OperatorAlertsController], providers: [OperatorAlertsService] })
export class OperatorAlertsModule {}
