import { Global, Module } from '@nestjs/common';
import { BoundsService } from './bounds.service.ts';
import { NoticesPart } from './notices.part.ts';

@Global()
@Module({ providers: [BoundsService, NoticesPart], exports: [BoundsService] })
export class BoundsModule {}
