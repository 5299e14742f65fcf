import { Module } from '@nestjs/common';
import { BulkController } from './bulk.controller.ts';
import { BulkService } from './bulk.service.ts';

@Module({ controllers: [BulkController], providers: [BulkService] })
export class BulkModule {}
