import { Module } from '@nestjs/common';
import { GroupingRulesController } from './grouping-rules.controller.ts';
import { GroupingRulesService } from './grouping-rules.service.ts';
import { SearchModule } from '../search/index.ts';
import { RulePreview } from './rule-preview.ts';

@Module({
  imports: [SearchModule],
  controllers: [GroupingRulesController],
  providers: [GroupingRulesService, RulePreview],
})
export class GroupingRulesModule {}
