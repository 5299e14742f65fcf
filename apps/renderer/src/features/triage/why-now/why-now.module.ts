import { Module } from '@nestjs/common';
import { SuspectCommitsModule } from '../../recording/suspect-commits/index.ts';
import { IssueTagsModule } from '../issue-tags/index.ts';
import { WhyNowPart } from './why-now.part.ts';

@Module({ imports: [IssueTagsModule, SuspectCommitsModule], providers: [WhyNowPart] })
export class WhyNowModule {}
