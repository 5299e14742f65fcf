import { Module } from '@nestjs/common';
import { OperatorAlertsController } from './operator-alerts.controller.ts';
import { OperatorAlertsService } from './operator-alerts.service.ts';

@Module({ controllers: [OperatorAlertsController], providers: [OperatorAlertsService] })
export class OperatorAlertsModule {}
