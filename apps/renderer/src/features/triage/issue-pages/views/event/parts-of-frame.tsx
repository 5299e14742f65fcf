import { PartsAt } from '#client-runtime/parts';
import type { StackFrame } from '#shared';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { FrameContext } from '../../../../recording/issue-page/views/index.ts';
import type { ShownFrame } from '../../../../recording/issue-page/views/index.ts';
import { ShownEventContext } from './raw-links.tsx';

interface PartsOfFrameProps extends Partial<ShownFrame> {
  readonly at: 'frame' | 'code';
  readonly frame: StackFrame;
  readonly children: ReactNode;
}

/** Shows the parts of a frame, or `children` when there are none. */
export function PartsOfFrame({
  at,
  frame,
  place = '',
  lines = [],
  children,
}: PartsOfFrameProps): ReactNode {
  const { frames } = useContext(ShownEventContext);
  return (
    <FrameContext value={{ place, lines }}>
      <PartsAt place={at} item={frames.indexOf(frame)}>
        {children}
      </PartsAt>
    </FrameContext>
  );
}
