import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { KeysModule } from '../keys/keys.module.ts';
import { Intake } from './intake.ts';
import { IntakeController } from './intake.controller.ts';
import { RelayExceptionFilter } from './relay-exception.filter.ts';

@Module({
  imports: [KeysModule],
  controllers: [IntakeController],
  providers: [Intake, { provide: APP_FILTER, useClass: RelayExceptionFilter }],
})
export class IntakeModule {}
