import * as ruleLimits from '../limits/rule-limits.ts';
import { toLowerAscii } from '../search/match-pattern.ts';
import type { Piece } from '../search/scan.ts';

/** `*`: anything within one folder or name. */
const WITHIN = -1;
/** `**`: anything. */
const ANYTHING = -2;
/** `**` and a slash, where a folder may begin: any number of folders, also none. */
const FOLDERS = -3;
/** Within the name of one of those folders. */
const IN_FOLDER = -4;

const SLASH = 0x2f;

/** A pattern of paths, made ready. */
export interface PathGlob {
  /** Codes of characters, and what stands for others. */
  readonly tokens: readonly number[];
  /** The longest text that a path has to have somewhere: most paths are told apart by it. */
  readonly literal: string;
}

/** `*` and `**` stand for others, but in quotes. A backslash is a slash, and upper case is lower case. */
export function toPathGlob(pieces: readonly Piece[]): PathGlob {
  const tokens: number[] = [];
  for (const { text, isQuoted } of pieces) {
    const normal = toMatchedPath(text);
    for (let at = 0; at < normal.length; at += 1) {
      if (isQuoted || normal[at] !== '*') {
        tokens.push(normal.charCodeAt(at));
        continue;
      }
      const from = at;
      while (normal[at + 1] === '*') at += 1;
      if (at === from) tokens.push(WITHIN);
      else if (normal[at + 1] === '/' && (tokens.length === 0 || tokens.at(-1) === SLASH)) {
        tokens.push(FOLDERS, IN_FOLDER);
        at += 1;
      } else tokens.push(ANYTHING);
    }
  }
  return { tokens, literal: findLongestLiteral(tokens) };
}

function findLongestLiteral(tokens: readonly number[]): string {
  const text = tokens.map((token) => (token < 0 ? '\0' : String.fromCharCode(token))).join('');
  return text.split('\0').reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Places of the pattern that are reached before a character and after it; no pattern is longer than a line of rules. */
let places = new Int32Array(ruleLimits.lineLength + 2);
let next = new Int32Array(ruleLimits.lineLength + 2);
/** The step at which each place was reached last. */
const reached = new Float64Array(ruleLimits.lineLength + 2);
let steps = 0;
let count = 0;

/**
 * Whether the whole of a path, which `toMatchedPath` gave, is as the pattern says. Each place of the pattern is tried at most once
 * at each character: the time is at most the length of the path by that of the pattern, whatever stands in either.
 */
export function matchesPath(text: string, { tokens, literal }: PathGlob): boolean {
  if (!text.includes(literal)) return false;
  begin();
  enter(tokens, 0);
  for (let at = 0; at < text.length && count > 0; at += 1) {
    const character = text.charCodeAt(at);
    const from = count;
    [places, next] = [next, places];
    begin();
    for (let index = 0; index < from; index += 1) step(tokens, next[index]!, character);
  }
  return reached[tokens.length] === steps && count > 0;
}

function begin(): void {
  steps += 1;
  count = 0;
}

/** Reaches a place, and those behind it that need no character. */
function enter(tokens: readonly number[], place: number): void {
  if (reached[place] === steps) return;
  reached[place] = steps;
  places[count] = place;
  count += 1;
  const token = tokens[place];
  if (token === WITHIN || token === ANYTHING) enter(tokens, place + 1);
  else if (token === FOLDERS) enter(tokens, place + 2);
}

function step(tokens: readonly number[], place: number, character: number): void {
  const token = tokens[place];
  if (token === undefined) return;
  if (token === ANYTHING || (token === WITHIN && character !== SLASH)) enter(tokens, place);
  else if (token === FOLDERS) enter(tokens, character === SLASH ? place : place + 1);
  else if (token === IN_FOLDER) enter(tokens, character === SLASH ? place - 1 : place);
  else if (token === character) enter(tokens, place + 1);
}

/** With slashes and in lower case, as patterns are. */
export function toMatchedPath(path: string): string {
  return toLowerAscii(path).replaceAll('\\', '/');
}
