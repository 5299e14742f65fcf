import { refuse, type Scanner } from '../search/scan.ts';
import type { Parsed } from '../search/search.ts';
import { type RuleActions, ruleVariables } from './grouping-rules.ts';

interface Text {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

type Read<T> = Parsed<T>;

const NAME = /[+-]?[a-z]+/iy;
const KNOWN = 'An action is fingerprint="…", title="…", +app, -app or ignore.';
const VARIABLE = /\{\{\s{0,9}([\w.-]{1,200})\s{0,9}\}\}/g;
const DEFAULT = /^\{\{\s{0,9}default\s{0,9}\}\}$/i;

export function readActions(scanner: Scanner): Read<RuleActions> {
  let actions: RuleActions = {};
  scanner.skipBlanks();
  if (scanner.isAtEnd) {
    return refuse({ at: scanner.at, end: scanner.at, message: `An action is missing. ${KNOWN}` });
  }
  for (; !scanner.isAtEnd; scanner.skipBlanks()) {
    const { at } = scanner;
    const action = readAction(scanner);
    if (!action.ok) return action;
    const [name] = Object.keys(action.value);
    if (name !== undefined && Object.hasOwn(actions, name)) {
      const message = 'A rule has each action only once, and either +app or -app.';
      return refuse({ at, end: scanner.at, message });
    }
    actions = { ...actions, ...action.value };
    if (actions.ignores && Object.keys(actions).length > 1) {
      const message = 'An event that is ignored needs no other action.';
      return refuse({ at, end: scanner.at, message });
    }
  }
  return { ok: true, value: actions };
}

function readAction(scanner: Scanner): Read<RuleActions> {
  const { at } = scanner;
  const name = scanner.takeMatch(NAME)?.toLowerCase();
  if (name === '+app' || name === '-app') return requireBlank(scanner, { isOwn: name === '+app' });
  if (name === 'ignore') return requireBlank(scanner, { ignores: true });
  if (name !== 'fingerprint' && name !== 'title') {
    scanner.takeBare('');
    return refuse({ at, end: scanner.at, message: `There is no such action. ${KNOWN}` });
  }
  if (!scanner.take('=')) {
    const message = `After ${name} comes = and a text in quotes.`;
    return refuse({ at: scanner.at, end: scanner.at, message });
  }
  return name === 'title' ? readTitle(scanner) : readFingerprint(scanner);
}

function requireBlank(scanner: Scanner, action: RuleActions): Read<RuleActions> {
  const { at } = scanner;
  const rest = scanner.takeBare('');
  if (rest === '') return { ok: true, value: action };
  return refuse({ at, end: scanner.at, message: 'A blank is missing before this word.' });
}

function readTitle(scanner: Scanner): Read<RuleActions> {
  const read = readText(scanner);
  if (!read.ok) return read;
  const fault = findFault(read.value, 'title');
  return fault ?? requireBlank(scanner, { title: read.value.text });
}

function readFingerprint(scanner: Scanner): Read<RuleActions> {
  const parts: Text[] = [];
  const { at } = scanner;
  const isList = scanner.take('[');
  for (;;) {
    if (isList) scanner.skipBlanks();
    const read = readText(scanner, isList ? '",]' : '"');
    if (!read.ok) return read;
    const fault = findFault(read.value, 'fingerprint');
    if (fault) return fault;
    parts.push(read.value);
    if (isList) scanner.skipBlanks();
    if (!isList || !scanner.take(',')) break;
  }
  if (isList && !scanner.take(']')) {
    return refuse({
      at,
      end: scanner.at,
      message: 'Put commas between the texts in brackets, and close the bracket.',
    });
  }
  return requireBlank(scanner, { fingerprint: parts.map(({ text }) => text) });
}

function readText(scanner: Scanner, ends = '"'): Read<Text> {
  const { at } = scanner;
  if (!scanner.startsWith('"')) {
    return { ok: true, value: { text: scanner.takeBare(ends), at, end: scanner.at } };
  }
  const quoted = scanner.takeQuoted();
  return quoted.ok
    ? { ok: true, value: { text: quoted.value, at: at + 1, end: scanner.at } }
    : quoted;
}

function findFault(
  { text, at, end }: Text,
  of: 'fingerprint' | 'title',
): ReturnType<typeof refuse> | undefined {
  if (text.trim() === '') return refuse({ at, end, message: `The text of the ${of} is missing.` });
  if (of === 'fingerprint' && DEFAULT.test(text)) return undefined;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(VARIABLE)) {
    const message = findVariableFault(name, of);
    if (message !== undefined)
      return refuse({ at: at + index, end: at + index + whole.length, message });
  }
  return undefined;
}

function findVariableFault(name: string, of: 'fingerprint' | 'title'): string | undefined {
  const plain = name.toLowerCase().replace(/^(?:error|stack)\./, '');
  if (plain === 'default') {
    return of === 'title'
      ? '{{ default }} works only in a fingerprint: a title has no default.'
      : '{{ default }} must stand alone in its quotes: fingerprint=["…", "{{ default }}"].';
  }
  if (/^tags\../.test(name) || (ruleVariables as readonly string[]).includes(plain))
    return undefined;
  return `There is no variable {{ ${name} }}. There are ${ruleVariables.join(', ')} and tags.<name>.`;
}
