import type { StackFrame } from '#shared';
import { PartsAt } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { formatLocation } from './frame-location.ts';
import { SourceLines } from '../../../../recording/issue-page/views/index.ts';

/** Only this region of the page scrolls sideways, so the keyboard must be able to focus it. */
export function SourceCode({
  frame,
  item,
}: {
  readonly frame: StackFrame;
  readonly item: number;
}): ReactNode {
  if (frame.contextLine === undefined) return null;
  return (
    <CodeRegion label={`Source of ${formatLocation(frame)}`} className="source bg-raised py-1">
      <PartsAt place="code" item={item}>
        <SourceLines />
      </PartsAt>
    </CodeRegion>
  );
}
