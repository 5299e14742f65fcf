import { Injectable } from '@nestjs/common';
import type { Access } from '../../people/accounts/index.ts';
import { ChangeTools } from './tools/change-tools.ts';
import { FindingTools } from './tools/finding-tools.ts';
import { IssueTools } from './tools/issue-tools.ts';
import { ReleaseTools } from './tools/release-tools.ts';
import type { Tool, ToolName, Tools } from './tools/tool.ts';

@Injectable()
export class ToolBox {
  private readonly all: Tools;

  constructor(
    finding: FindingTools,
    issues: IssueTools,
    releases: ReleaseTools,
    changes: ChangeTools,
  ) {
    this.all = { ...finding.tools, ...issues.tools, ...releases.tools, ...changes.tools };
  }

  /**
   * Returns the tools that the token may use. Leaves out tools that change something when no person
   * owns the token.
   */
  list(access: Access): readonly (readonly [ToolName, Tool<ToolName>])[] {
    const tools = Object.entries(this.all) as [ToolName, Tool<ToolName>][];
    return tools.filter(
      ([, { right, changes }]) =>
        (right === undefined || access.can(right)) && (!changes || access.user !== undefined),
    );
  }
}
