import { Global, Module } from '@nestjs/common';
import { BoundsService } from './bounds.service.ts';

@Global()
@Module({ providers: [BoundsService], exports: [BoundsService] })
export class BoundsModule {}
