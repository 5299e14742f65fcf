import type { StackFrame } from '#shared';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { SourceLines } from '../../../../recording/issue-page/views/index.ts';
import type { SourceLine } from '../../../../recording/issue-page/views/index.ts';
import { formatLocation } from './frame-location.ts';
import { PartsOfFrame } from './parts-of-frame.tsx';

interface SourceCodeProps {
  readonly frame: StackFrame;
  readonly lines: readonly SourceLine[];
}

/** Only this region of the page scrolls sideways, so the keyboard must be able to focus it. */
export function SourceCode({ frame, lines }: SourceCodeProps): ReactNode {
  if (lines.length === 0) return null;
  return (
    <CodeRegion label={`Source of ${formatLocation(frame)}`} className="source bg-raised py-1">
      <PartsOfFrame at="code" frame={frame} lines={lines}>
        <SourceLines />
      </PartsOfFrame>
    </CodeRegion>
  );
}
