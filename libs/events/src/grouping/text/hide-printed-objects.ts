import { BracketWalk, findBracketEnd } from './brackets.ts';

const BRACKET = /[{[(]/g;
/**
 * Maximum number of brackets to examine. Nested brackets are read several times, so this limit
 * keeps the time proportional to the text's length.
 */
const MAX_BRACKETS = 40;

/**
 * Matches a brace followed by `id: 17` (JavaScript, Rust, Ruby, Elixir), `:id=>17` (Ruby) or `ID:17
 * Name:Ann` (Go).
 */
const NAMES_AND_VALUES =
  /\{\s{0,8}(?::?[A-Za-z_$][\w$]{0,60}(?::\s|\s?=>)|[A-Z]\w{0,60}:[^{}]{0,200}? [A-Z]\w{0,60}:)/y;
const MAP_OF_GO = /\[[^\s:[\]]{1,60}:/y;
/**
 * Matches lists of literals. `hideJson` misses them, because no quote or bracket follows the
 * opening bracket.
 */
const LITERALS = /\[\s?(?:true|false|null|nil|undefined|None|True|False)\s?[,\]]/y;
/** Matches `id=17` of Java, Kotlin and Python, and `Id = 17` of C#. */
const NAMED = /\s{0,8}([A-Za-z_$@][\w$.-]{0,60}) ?=(?![=>~])/y;

interface Hidden {
  readonly text: string;
  readonly end: number;
}

/**
 * Hides the values of objects that a program printed into a text. Objects with `name: value` become
 * `<json>`. Objects with `name=value` keep their field names, because all objects of a class share
 * them.
 */
export function hidePrintedObjects(text: string): string {
  let hidden = '';
  let from = 0;
  BRACKET.lastIndex = 0;
  for (let left = MAX_BRACKETS; left > 0; left -= 1) {
    const match = BRACKET.exec(text);
    if (!match) break;
    const found = hideOne(text, match.index);
    if (!found) continue;
    hidden += text.slice(from, match.index) + found.text;
    from = found.end;
    BRACKET.lastIndex = found.end;
  }
  return hidden + text.slice(from);
}

function hideOne(text: string, start: number): Hidden | undefined {
  if (isWhollyHidden(text, start)) return { text: '<json>', end: findBracketEnd(text, start) };
  if (readName(text, start + 1) === undefined) return undefined;
  const { names, close, end } = readNames(text, start);
  // Brackets with a single `name=value` may contain ordinary words of a sentence too.
  const isObject = names.length > 1 || text[start] === '{' || isBehindName(text, start);
  if (!isObject) return undefined;
  const pad = text[start + 1] === ' ' ? ' ' : '';
  const pairs = names.map((name) => `${name}=<value>`).join(', ');
  return { text: `${text[start]!}${pad}${pairs}${pad}${close}`, end };
}

function isWhollyHidden(text: string, start: number): boolean {
  if (text[start] === '{') return isAt(NAMES_AND_VALUES, text, start);
  if (text[start] !== '[') return false;
  const isMap = text.slice(Math.max(0, start - 3), start) === 'map' && isAt(MAP_OF_GO, text, start);
  return isMap || isAt(LITERALS, text, start);
}

/**
 * Matches `Order(` and `Order[`, and `Order [` as Java tools print it. A class name begins with a
 * capital.
 */
function isBehindName(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 62), start);
  return /\w$/.test(before) || (text[start] === '[' && /[A-Z]\w{0,60} $/.test(before));
}

/**
 * Lists the names inside a bracket, up to its closing bracket. A value extends to the next name.
 */
function readNames(
  text: string,
  start: number,
): { readonly names: readonly string[]; readonly close: string; readonly end: number } {
  const walk = new BracketWalk(text, start);
  const names: string[] = [];
  walk.step();
  let mayBegin = true;
  while (walk.depth > 0 && walk.place < text.length) {
    const name = mayBegin ? readName(text, walk.place) : undefined;
    if (name !== undefined) names.push(name);
    mayBegin = walk.depth === 1 && walk.isPlain && /[,;]/.test(text[walk.place]!);
    walk.step();
  }
  const end = Math.min(walk.place, text.length);
  return { names, close: walk.depth === 0 ? text[end - 1]! : '', end };
}

function readName(text: string, at: number): string | undefined {
  NAMED.lastIndex = at;
  return NAMED.exec(text)?.[1];
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
