import { Module } from '@nestjs/common';
import { ReleaseHealthModule } from '../../recording/release-health/index.ts';
import { ReleasesModule } from '../../recording/releases/index.ts';
import { EventListModule } from '../event-list/index.ts';
import { IssueApiModule } from '../issue-api/index.ts';
import { IssuesModule } from '../issue-pages/index.ts';
import { McpController } from './mcp.controller.ts';
import { McpService } from './mcp.service.ts';
import { ToolBox } from './tool-box.ts';
import { ChangeTools } from './tools/change-tools.ts';
import { FindingTools } from './tools/finding-tools.ts';
import { IssueTools } from './tools/issue-tools.ts';
import { ReleaseTools } from './tools/release-tools.ts';

@Module({
  imports: [EventListModule, IssueApiModule, IssuesModule, ReleaseHealthModule, ReleasesModule],
  controllers: [McpController],
  providers: [ChangeTools, FindingTools, IssueTools, McpService, ReleaseTools, ToolBox],
})
export class McpModule {}
