import { Module } from '@nestjs/common';
import type { LineColours } from '#shared';
import { IssuePartOfEach, toFrameParts } from '../issue-page/index.ts';
import type { FrameParts, IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { colourFrames } from './colour-frames.ts';
import { KeptColours } from './kept-colours.ts';

type Colours = FrameParts<{ readonly lines: readonly LineColours[] }>;

@IssuePartOfEach<typeof import('./views/issue.colours.part.tsx')>(
  'code-colours/issue.colours.part',
  { at: 'code', order: 10 },
)
class ColoursPart implements IssuePartLoader<Colours> {
  private readonly kept = new KeptColours();

  load({ shown }: IssueContext): Colours | undefined {
    return shown && toFrameParts(colourFrames(shown, this.kept), (lines) => ({ lines }));
  }
}

@Module({ providers: [ColoursPart] })
export class CodeColoursModule {}
