import type { LineColours } from '#shared';
import type { ReactNode } from 'react';
import { SourceLines } from '../../issue-page/views/index.ts';
import { toColouredTexts } from './coloured-texts.ts';
import type { ColouredText } from './coloured-texts.ts';

/** `lines` has the colours of each line of the frame's code, including the failing line. */
export function Part({ lines }: { readonly lines: readonly LineColours[] }): ReactNode {
  return (
    <SourceLines
      renderLine={({ text, indent }, index) => {
        const colours = lines[index] ?? [];
        return (
          colours.length > 0 && (
            <span>
              {toColouredTexts(text, colours, indent).map(toColoured)}
              {'\n'}
            </span>
          )
        );
      }}
    />
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
