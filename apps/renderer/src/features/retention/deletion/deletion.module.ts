import { Module } from '@nestjs/common';
import { DeletionPart } from './deletion.part.ts';
import { DeletionService } from './deletion.service.ts';

@Module({ providers: [DeletionPart, DeletionService], exports: [DeletionService] })
export class DeletionModule {}
