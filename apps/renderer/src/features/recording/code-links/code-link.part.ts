import { IssuePartOfEach, toFrameParts } from '../issue-page/index.ts';
import type { FrameParts, IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import type { CodeLinkProps } from './code-links.dto.ts';
import { CodeLinksService } from './code-links.service.ts';

@IssuePartOfEach<typeof import('./views/issue.code-link.part.tsx')>(
  'code-links/issue.code-link.part',
  { at: 'frame', order: 10 },
)
export class CodeLinkPart implements IssuePartLoader<FrameParts<CodeLinkProps>> {
  constructor(private readonly links: CodeLinksService) {}

  async load({ shown }: IssueContext): Promise<FrameParts<CodeLinkProps> | undefined> {
    return shown && toFrameParts(await this.links.linkFrames(shown), (href) => ({ href }));
  }
}
