import { Module } from '@nestjs/common';
import { LookAlikesPart } from './look-alikes.part.ts';
import { WhyGroupedPart } from './why-grouped.part.ts';

@Module({ providers: [LookAlikesPart, WhyGroupedPart] })
export class GroupingModule {}
