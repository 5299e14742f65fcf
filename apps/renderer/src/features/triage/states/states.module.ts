import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { StandingPart } from './standing.part.ts';
import { TriageActions } from './triage-actions.ts';
import { TriageService } from './triage.service.ts';

@Module({
  providers: [ProjectOfIssue, StandingPart, TriageActions, TriageService],
  exports: [TriageActions, TriageService],
})
export class StatesModule {}
