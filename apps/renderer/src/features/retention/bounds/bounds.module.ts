import { Global, Module } from '@nestjs/common';
import { BoundsService } from './bounds.service.ts';

/** Knows which bounds senders exceed, for the pages that say so. */
@Global()
@Module({ providers: [BoundsService], exports: [BoundsService] })
export class BoundsModule {}
