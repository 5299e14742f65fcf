import type { StackFrame } from '#shared';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../../ui/code-region.tsx';
import { formatLocation } from './frame-location.ts';
import type { ColouredText, SourceLine } from './source-lines.ts';

interface SourceCodeProps {
  readonly frame: StackFrame;
  readonly lines: readonly SourceLine[];
}

/** Only this region of the page scrolls sideways, so the keyboard must be able to focus it. */
export function SourceCode({ frame, lines }: SourceCodeProps): ReactNode {
  if (lines.length === 0) return null;
  // Numbers are padded to the width of the last one, so that the code of all lines begins in the
  // same column.
  const digits = String(lines.at(-1)?.number ?? '').length;
  return (
    <CodeRegion label={`Source of ${formatLocation(frame)}`} className="source bg-raised py-1">
      {lines.map(({ number, text, parts, failing, isFar }, index) => {
        const Line = failing ? 'mark' : 'span';
        return (
          <Line
            key={index}
            className={isFar ? 'source-line far-line' : 'source-line'}
            data-line={String(number ?? '').padStart(digits)}
          >
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

function toColoured([colour, text]: ColouredText, index: number): ReactNode {
  if (colour === 'plain') return text;
  return (
    <span key={index} className={`code-${colour}`}>
      {text}
    </span>
  );
}
