import { Global, Module } from '@nestjs/common';
import { BoundsService } from './bounds.service.ts';

/** What senders send too much of, for those pages that say so. */
@Global()
@Module({ providers: [BoundsService], exports: [BoundsService] })
export class BoundsModule {}
