import type { StackFrame } from '#shared';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { formatLocation } from './frame-location.ts';
import { toSourceLines } from './source-lines.ts';
import type { ColouredText } from './source-lines.ts';

/** The code around a call. It alone scrolls sideways, so it can be focused. */
export function SourceCode({ frame }: { readonly frame: StackFrame }): ReactNode {
  const lines = toSourceLines(frame);
  if (lines.length === 0) return null;
  return (
    <CodeRegion label={`Source of ${formatLocation(frame)}`} className="source bg-raised py-1">
      {lines.map(({ number, text, parts, failing }, index) => {
        const Line = failing ? 'mark' : 'span';
        return (
          // Lines have no other name than their place.
          <Line key={index} className="source-line" data-line={number ?? ''}>
            {parts ? (
              <span>
                {parts.map(toColoured)}
                {'\n'}
              </span>
            ) : (
              `${text}\n`
            )}
          </Line>
        );
      })}
    </CodeRegion>
  );
}

/** Parts of a line never move. */
function toColoured([colour, text]: ColouredText, index: number): ReactNode {
  if (colour === 'plain') return text;
  return (
    <span key={index} className={`code-${colour}`}>
      {text}
    </span>
  );
}
