import { Module } from '@nestjs/common';
import { GroupingRulesController } from './grouping-rules.controller.ts';
import { GroupingRulesService } from './grouping-rules.service.ts';
import { SearchModule } from '../search/index.ts';
import { RulePreview } from './rule-preview.ts';

/** By which rules a project's events are grouped, called and left out. */
@Module({
  imports: [SearchModule],
  controllers: [GroupingRulesController],
  providers: [GroupingRulesService, RulePreview],
})
export class GroupingRulesModule {}
