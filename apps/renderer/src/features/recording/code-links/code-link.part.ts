import { IssuePartOfEach, toFrameParts } from '../issue-page/index.ts';
import type { FrameParts, IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { CodeLinksService } from './code-links.service.ts';

type CodeLinks = FrameParts<{ readonly href: string }>;

@IssuePartOfEach<typeof import('./views/issue.code-link.part.tsx')>(
  'code-links/issue.code-link.part',
  { at: 'frame', order: 10 },
)
export class CodeLinkPart implements IssuePartLoader<CodeLinks> {
  constructor(private readonly links: CodeLinksService) {}

  async load({ shown }: IssueContext): Promise<CodeLinks | undefined> {
    return shown && toFrameParts(await this.links.linkFrames(shown), (href) => ({ href }));
  }
}
