import hljs from 'highlight.js/lib/core';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import dart from 'highlight.js/lib/languages/dart';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import groovy from 'highlight.js/lib/languages/groovy';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import objectivec from 'highlight.js/lib/languages/objectivec';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { codeColours, findOwn } from '#shared';
import type { LineColours } from '#shared';

const LANGUAGES = {
  c,
  cpp,
  csharp,
  dart,
  elixir,
  go,
  groovy,
  java,
  javascript,
  kotlin,
  lua,
  objectivec,
  php,
  powershell,
  python,
  ruby,
  rust,
  scala,
  swift,
  typescript,
  xml,
};
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Longer lines get no colours. Such lines come from bundlers or attackers. */
const MAX_LINE_LENGTH = 300;
/**
 * Longer texts get no colours. highlight.js takes some 100 ms for the worst text of this length.
 */
export const MAX_CODE_LENGTH = 3000;

const PLAIN = codeColours.indexOf('plain');

/**
 * Colours of the scopes of highlight.js. A scope that is not listed takes the colour of the code
 * around it.
 */
const COLOURS: Readonly<Record<string, number>> = {
  ...toColour('keyword', ['keyword', 'literal', 'type', 'name', 'meta', 'doctag', 'variable']),
  ...toColour('string', ['string', 'regexp', 'char', 'symbol', 'link']),
  ...toColour('number', ['number']),
  ...toColour('function', ['title', 'built_in']),
  ...toColour('comment', ['comment', 'quote']),
  ...toColour('plain', ['subst', 'params']),
};

function toColour(
  colour: (typeof codeColours)[number],
  scopes: readonly string[],
): Record<string, number> {
  return Object.fromEntries(scopes.map((scope) => [scope, codeColours.indexOf(colour)]));
}

/**
 * Returns the colours of consecutive lines, one list for each line. Returns undefined when the
 * lines together are too long, or when no line gets a colour.
 */
export function colourCode(
  lines: readonly string[],
  language: string,
): readonly LineColours[] | undefined {
  if (countColourable(lines) === 0) return undefined;
  const text = lines.map(withoutLong).join('\n');
  // A first line that begins with an asterisk belongs to a comment whose beginning is missing, so
  // `/*` is put before the text.
  const opening = /^\s*\*(?:[\s/]|$)/.test(text) ? '/*' : '';
  const { value } = hljs.highlight(opening + text, { language, ignoreIllegals: true });
  const coloured = splitLines(readRuns(value), opening.length);
  return coloured.some((line) => line.length > 0) ? coloured : undefined;
}

/** Counts the characters that can be coloured. Returns 0 when the lines together are too long. */
export function countColourable(lines: readonly string[]): number {
  const letters = lines.reduce((sum, line) => sum + withoutLong(line).length, 0);
  return letters + lines.length > MAX_CODE_LENGTH ? 0 : letters;
}

function withoutLong(line: string): string {
  return line.length > MAX_LINE_LENGTH ? '' : line;
}

type Colouring = readonly [colour: number, text: string];

const PIECE = /<span class="(?:hljs-([\w-]+)|language-)[^"]*">|<\/span>|[^<]+/g;

const ENTITY = /&(?:amp|lt|gt|quot|#x27);/g;

function readRuns(markup: string): readonly Colouring[] {
  const runs: Colouring[] = [];
  const within = [PLAIN];
  for (const [piece, scope] of markup.matchAll(PIECE)) {
    const around = within.at(-1) ?? PLAIN;
    if (scope !== undefined) within.push(findOwn(COLOURS, scope) ?? around);
    else if (piece === '</span>') within.pop();
    else if (piece.startsWith('<')) within.push(around);
    // Only lengths matter here, and each entity stands for one character.
    else runs.push([around, piece.replaceAll(ENTITY, '.')]);
  }
  return runs;
}

/**
 * Splits the runs into lines, and joins neighbouring runs of the same colour, such as those of
 * `return await` with the blank between. Leaves out a plain run at the end of a line.
 */
function splitLines(runs: readonly Colouring[], leftOut: number): readonly LineColours[] {
  const lines: number[][] = [[]];
  let skipped = leftOut;
  for (const [colour, whole] of runs) {
    const text = whole.slice(skipped);
    skipped = Math.max(0, skipped - whole.length);
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      addRun(lines.at(-1)!, colour, part);
    }
  }
  return lines.map((line) => (line.at(-2) === PLAIN ? line.slice(0, -2) : line));
}

function addRun(line: number[], colour: number, text: string): void {
  if (text === '') return;
  const last = line.at(-1) ?? 0;
  const isSame = line.at(-2) === colour || (line.length > 0 && text.trim() === '');
  if (isSame) line[line.length - 1] = last + text.length;
  else line.push(colour, text.length);
}
