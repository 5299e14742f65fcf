import { codeColours } from '#shared';
import type { LineColours } from '#shared';
import type { ReactNode } from 'react';

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

type ColouredText = readonly [colour: (typeof codeColours)[number], text: string];

/** Cuts the shown text of a line where its colours change. `colours` begin before the indentation. */
export function toColouredTexts(
  text: string,
  colours: LineColours,
  indent: number,
): readonly ColouredText[] {
  const texts: ColouredText[] = [];
  let at = -indent;
  for (let index = 0; index <= colours.length; index += 2) {
    const next = index < colours.length ? at + (colours[index + 1] ?? 0) : text.length;
    const part = text.slice(Math.max(at, 0), Math.max(next, 0));
    if (part !== '') texts.push([codeColours[colours[index] ?? 0] ?? 'plain', part]);
    at = next;
  }
  return texts;
}
