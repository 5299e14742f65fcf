import type { LineColours } from '#shared';
import type { ReactNode } from 'react';
import { toColouredTexts } from './coloured-texts.ts';

interface ColouredCodeProps {
  readonly text: string;
  readonly colours: LineColours;
  readonly indent?: number;
}

export function ColouredCode({ text, colours, indent = 0 }: ColouredCodeProps): ReactNode {
  return toColouredTexts(text, colours, indent).map(([colour, part], index) =>
    colour === 'plain' ? (
      part
    ) : (
      <span key={index} className={`code-${colour}`}>
        {part}
      </span>
    ),
  );
}
