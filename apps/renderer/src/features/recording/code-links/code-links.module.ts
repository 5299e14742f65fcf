import { Module } from '@nestjs/common';
import { IssuePartOfEach, toFrameParts } from '../issue-page/index.ts';
import type { FrameParts, IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { CodeLinksController } from './code-links.controller.ts';
import { CodeLinksService } from './code-links.service.ts';

type CodeLinks = FrameParts<{ readonly href: string }>;

@IssuePartOfEach<typeof import('./views/issue.code-link.part.tsx')>(
  'code-links/issue.code-link.part',
  { at: 'frame', order: 10 },
)
class CodeLinkPart implements IssuePartLoader<CodeLinks> {
  constructor(private readonly links: CodeLinksService) {}

  async load({ shown }: IssueContext): Promise<CodeLinks | undefined> {
    return shown && toFrameParts(await this.links.linkFrames(shown), (href) => ({ href }));
  }
}

@Module({
  controllers: [CodeLinksController],
  providers: [CodeLinkPart, CodeLinksService],
  exports: [CodeLinksService],
})
export class CodeLinksModule {}
