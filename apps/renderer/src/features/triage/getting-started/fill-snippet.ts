import { codeColours } from '#shared';
import { colourCode } from '../../recording/code-colours/index.ts';
import type { ColouredSnippet, Snippet } from './getting-started.dto.ts';

const NAME = /(__[A-Z_]+?__)/;
const PLAIN = codeColours.indexOf('plain');
const FAINT = codeColours.indexOf('comment');

interface Values {
  /** Values that Errata knows. They are written in ink. */
  readonly known: Readonly<Record<string, string>>;
  /** Examples of what a person has to fill in. They are faint. */
  readonly open: Readonly<Record<string, string>>;
}

export function fillSnippet(
  { file, code }: Snippet,
  language: string,
  { known, open }: Values,
): ColouredSnippet {
  const parts = code.split(NAME).map((part) => ({
    text: known[part] ?? open[part] ?? part,
    colour: part in known ? PLAIN : part in open ? FAINT : undefined,
  }));
  const filled = parts.map(({ text }) => text).join('');
  const byLetter = colourLetters(filled, findLanguage(file, language));
  let at = 0;
  for (const { text, colour } of parts) {
    if (colour !== undefined) byLetter.fill(colour, at, at + text.length);
    at += text.length;
  }
  return { file, code: filled, colours: toRuns(byLetter) };
}

/** Commands and configuration have no colours of code. */
function findLanguage(file: string, language: string): string | undefined {
  if (/^(?:Terminal|nginx)|\.(?:env|properties)$/.test(file)) return undefined;
  if (file.endsWith('(.vue)')) return 'xml';
  return file.endsWith('.gradle') ? 'groovy' : language;
}

function colourLetters(code: string, language: string | undefined): number[] {
  const lines = code.split('\n');
  const colours = language === undefined ? undefined : colourCode(lines, language);
  return lines.flatMap((line, index) => {
    const letters = Array.from<number>({ length: line.length + 1 }).fill(PLAIN);
    const runs = colours?.[index] ?? [];
    let at = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const end = at + runs[run + 1]!;
      letters.fill(runs[run]!, at, Math.min(end, line.length));
      at = end;
    }
    return letters;
  });
}

/** Leaves out the last run when it is plain. */
function toRuns(byLetter: readonly number[]): number[] {
  const runs: number[] = [];
  for (const colour of byLetter) {
    if (runs.at(-2) === colour) runs[runs.length - 1]! += 1;
    else runs.push(colour, 1);
  }
  return runs.at(-2) === PLAIN ? runs.slice(0, -2) : runs;
}
