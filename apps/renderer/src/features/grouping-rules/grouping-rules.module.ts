import { Module } from '@nestjs/common';
import { GroupingRulesController } from './grouping-rules.controller.ts';
import { GroupingRulesService } from './grouping-rules.service.ts';
import { RulePreview } from './rule-preview.ts';

/** By which rules a project's events are grouped, called and left out. */
@Module({
  controllers: [GroupingRulesController],
  providers: [GroupingRulesService, RulePreview],
})
export class GroupingRulesModule {}
