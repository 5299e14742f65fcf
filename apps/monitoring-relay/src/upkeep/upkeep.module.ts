import { Module } from '@nestjs/common';
import { Upkeep } from './upkeep.ts';

@Module({ providers: [Upkeep] })
export class UpkeepModule {}
