import { IssuePartOfEach, toFrameParts } from '../issue-page/index.ts';
import type { FrameParts, IssueContext, IssuePartLoader } from '../issue-page/index.ts';
import { colourFrames } from './colour-frames.ts';
import type { ColouredCode } from './colours.dto.ts';

@IssuePartOfEach<typeof import('./views/issue.colours.part.tsx')>(
  'code-colours/issue.colours.part',
  { at: 'code', order: 10 },
)
export class ColoursPart implements IssuePartLoader<FrameParts<ColouredCode>> {
  load({ shown }: IssueContext): FrameParts<ColouredCode> | undefined {
    return shown && toFrameParts(colourFrames(shown), (lines) => ({ lines }));
  }
}
