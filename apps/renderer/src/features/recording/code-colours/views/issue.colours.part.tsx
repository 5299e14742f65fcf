import type { LineColours } from '#shared';
import type { ReactNode } from 'react';
import { SourceLines } from '../../issue-page/views/index.ts';
import { ColouredCode } from './coloured-code.tsx';

/** `lines` has the colours of each line of the frame's code, including the failing line. */
export function Part({ lines }: { readonly lines: readonly LineColours[] }): ReactNode {
  return (
    <SourceLines
      renderLine={({ text, indent }, index) => {
        const colours = lines[index] ?? [];
        return (
          colours.length > 0 && (
            <span>
              <ColouredCode text={`${text}\n`} colours={colours} indent={indent} />
            </span>
          )
        );
      }}
    />
  );
}
