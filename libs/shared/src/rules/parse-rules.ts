import * as ruleLimits from '../limits/rule-limits.ts';
import { asksForLatest, toEventSearch } from '../search/event-search.ts';
import { toLowerAscii } from '../search/match-pattern.ts';
import { parseSearch } from '../search/parse-search.ts';
import { toPattern } from '../search/read-values.ts';
import { refuse, Scanner } from '../search/scan.ts';
import { scanValues } from '../search/scan-values.ts';
import type { Parsed, SearchTerm } from '../search/search.ts';
import type { FrameTerm, GroupingRule, RuleFault } from './grouping-rules.ts';
import { toPathGlob } from './path-glob.ts';
import { readActions } from './read-actions.ts';

export type ParsedRules =
  | { readonly ok: true; readonly rules: readonly GroupingRule[] }
  | { readonly ok: false; readonly faults: readonly RuleFault[] };

const ARROW = /->|→/y;
const FRAME_KEYS: ReadonlySet<string> = new Set(['path', 'package', 'function', 'module']);

/** Parses one rule per line. Skips blank lines and lines that begin with `#`. */
export function parseRules(lines: readonly string[]): ParsedRules {
  const rules: GroupingRule[] = [];
  const faults: RuleFault[] = [];
  let patterns = 0;
  for (const [index, line] of lines.entries()) {
    if (isNoRule(line)) continue;
    const rule = parseRule(line);
    if (rule.ok) rules.push(rule.value);
    else faults.push({ line: index + 1, column: rule.fault.at + 1, message: rule.fault.message });
    if (rule.ok) patterns += countFramePatterns(rule.value.frames);
    const message = explainExcess(rules.length, patterns);
    if (message) return { ok: false, faults: [...faults, { line: index + 1, column: 1, message }] };
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, rules };
}

function explainExcess(rules: number, patterns: number): string | undefined {
  const { framePatterns: most } = ruleLimits;
  if (rules > ruleLimits.rules) return `A project has at most ${ruleLimits.rules} rules.`;
  if (patterns <= most) return undefined;
  return `The rules of a project have at most ${most} values of path:, package:, function: and module: together.`;
}

/** Counts the values that frames are compared with. */
function countFramePatterns(frames: readonly FrameTerm[]): number {
  return frames.reduce((count, { values }) => count + values.length, 0);
}

/**
 * Parses stored rules. Ignores lines that cannot be parsed, such as a line that a later version
 * wrote.
 */
export function readRules(lines: readonly string[]): readonly GroupingRule[] {
  return lines.slice(0, ruleLimits.lines).flatMap((line) => {
    const rule = isNoRule(line) ? undefined : parseRule(line);
    return rule?.ok ? rule.value : [];
  });
}

function isNoRule(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

export function parseRule(line: string): Parsed<GroupingRule> {
  const { lineLength } = ruleLimits;
  if (line.length > lineLength) {
    const message = `A line has at most ${lineLength} characters.`;
    return refuse({ at: lineLength, end: line.length, message });
  }
  const arrow = findArrow(line);
  if (!arrow.ok) return arrow;
  const matchers = readMatchers(line.slice(0, arrow.value.at));
  if (!matchers.ok) return matchers;
  const scanner = new Scanner(line);
  scanner.at = arrow.value.end;
  const actions = readActions(scanner);
  if (!actions.ok) return actions;
  if (actions.value.isOwn !== undefined && matchers.value.frames.length === 0) {
    const message =
      '+app and -app change the frames that path:, function:, module: or package: match: put one of these before the arrow.';
    return refuse({ at: arrow.value.end, end: line.length, message });
  }
  return { ok: true, value: { text: line.trim(), ...matchers.value, actions: actions.value } };
}

function findArrow(line: string): Parsed<{ readonly at: number; readonly end: number }> {
  const scanner = new Scanner(line);
  while (!scanner.isAtEnd) {
    const { at } = scanner;
    if (scanner.startsWith('"')) {
      const quoted = scanner.takeQuoted();
      if (!quoted.ok) return quoted;
    } else if (scanner.takeMatch(ARROW) === undefined) scanner.at += 1;
    else return { ok: true, value: { at, end: scanner.at } };
  }
  const message = 'An arrow (->) is missing between what the rule looks for and what it does.';
  return refuse({ at: line.trimEnd().length, end: line.length, message });
}

function readMatchers(text: string): Parsed<Pick<GroupingRule, 'event' | 'frames'>> {
  const parsed = parseSearch(text);
  if (!parsed.ok) return parsed;
  const [first] = parsed.value;
  if (!first) {
    const message = 'A rule begins with what it looks for, such as type:TypeError.';
    return refuse({ at: 0, end: text.length, message });
  }
  const ofIssues = toEventSearch(parsed.value);
  if (!ofIssues.ok) {
    const message =
      'This term is about issues. A rule looks at an event before the event has an issue.';
    return refuse({ ...ofIssues.fault, message });
  }
  const latest = parsed.value.find((term) => asksForLatest([term]));
  if (latest) {
    const message = 'A rule does not know which release is the latest. Write one, or >=1.4.0.';
    return refuse({ at: latest.at, end: latest.end, message });
  }
  const frames: FrameTerm[] = [];
  const event: SearchTerm[] = [];
  for (const term of parsed.value) {
    const key = term.kind === 'tag' && !term.isExplicit ? term.key.toLowerCase() : '';
    if (FRAME_KEYS.has(key)) frames.push(toFrameTerm(text, term, key as FrameTerm['of']));
    else event.push(toEventTerm(term, key));
  }
  return { ok: true, value: { event, frames } };
}

function skipNot({ at, isNegated }: SearchTerm): number {
  return isNegated ? at + 1 : at;
}

/** Converts a term of a search to a condition on events. `value:` means the same as `message:`. */
function toEventTerm(term: SearchTerm, key: string): SearchTerm {
  // The last word of a typed search may be unfinished. The last word of a rule is always finished.
  if (term.kind === 'text') return { ...term, isOpen: term.text.endsWith('*') };
  return term.kind === 'tag' && key === 'value' ? { ...term, kind: 'part', key: 'message' } : term;
}

/** Parses the values again, because in a path `**` means more than `*`. */
function toFrameTerm(text: string, term: SearchTerm, of: FrameTerm['of']): FrameTerm {
  const scanner = new Scanner(text.slice(0, term.end));
  scanner.at = skipNot(term) + of.length + 1;
  const raw = scanValues(scanner, of);
  const values = raw.ok ? raw.value : [];
  const { isNegated } = term;
  if (of === 'function' || of === 'module') {
    return { isNegated, of, values: values.map((value) => toPattern(value).map(toLowerAscii)) };
  }
  return { isNegated, of, values: values.map(({ pieces }) => toPathGlob(pieces)) };
}
