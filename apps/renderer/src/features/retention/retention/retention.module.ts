import { Module } from '@nestjs/common';
import { RetentionController } from './retention.controller.ts';
import { RetentionService } from './retention.service.ts';

/** How long a project keeps what it was sent. */
@Module({ controllers: [RetentionController], providers: [RetentionService] })
export class RetentionModule {}
