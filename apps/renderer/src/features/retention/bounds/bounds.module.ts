import { Global, Module } from '@nestjs/common';
import { BoundsService } from './bounds.service.ts';
import { NoticesPart } from './notices.part.ts';
import { RoomSignal } from './room.signal.ts';

@Global()
@Module({ providers: [BoundsService, NoticesPart, RoomSignal], exports: [BoundsService] })
export class BoundsModule {}
