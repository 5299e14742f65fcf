import { sourceEndings, toShortType } from '#shared';
import type { Search, SearchTerm } from '#shared';

const PLACE = { isNegated: false, at: 0, end: 0 } as const;

/** Begins where a name begins, or each dot of a long name would be a beginning of its own. */
const FILE = String.raw`(?<![\w.@~-])(?<file>[\w.@~-]+\.(?:${sourceEndings.join('|')}))`;
/** Matches the file and the line of a call as the SDKs' languages print it. */
const LINE = new RegExp(
  String.raw`${FILE}(?:\?[^\s:]*)?(?::|\(|:line |", line )(?<line>\d+)`,
  'giu',
);
/** Matches how a line of a stack begins: JavaScript, Java and .NET, Python, Ruby, PHP, Firefox, Go. */
const FRAME = /^(?:at\s|Traceback\b|File "|from\s|#\d+\s|[\w.$/<>]*@\w+:\/\/|\S+:\d+ \+0x)/u;
const THROWN =
  /^(?<lead>(?:Uncaught|Unhandled|Caused by:|Exception in thread "[^"]*")\s+(?:\(in promise\)\s+)?)?(?<type>[A-Za-z_$][\w.$:\\]*):\s+(?<message>\S.*)$/u;
const NAME_OF_TYPE = /(?:Error|Exception|Panic|Fault|Failure|Warning|Interrupt|Timeout)$/iu;
const MOST_CHARACTERS = 200;
/** A longer stack is read up to here, since a pattern takes long on a long text. */
const MOST_READ = 2000;
/** Matches where the calls begin behind a message, whose line breaks the search field has removed. */
const CALLS = /\s+at\s+(?=\S+\s*\(|\S+:\d).*$/su;

/**
 * Returns searches for the issue of a pasted line of a stack or of a thrown error, the most exact
 * first. Returns an empty list when the text is neither.
 */
export function toPastedSearches(pasted: string): readonly Search[] {
  const text = pasted.slice(0, MOST_READ).replaceAll(/\s+/gu, ' ').trim();
  if (FRAME.test(text)) return toPlaceSearches(text);
  const { lead, type = '', message = '' } = THROWN.exec(text)?.groups ?? {};
  if (type === '' || !(lead ?? NAME_OF_TYPE.test(type))) return [];
  const named = { ...PLACE, kind: 'name', key: 'type', values: [[toShortType(type)]] } as const;
  const said = message.replace(CALLS, '').slice(0, MOST_CHARACTERS);
  const whole = toText(said);
  // Numbers and ids differ between events of one issue.
  const words = toText(said.split(/\s+/u).filter(isPlainWord).join(' '));
  return [[named, ...whole], [...whole], [named, ...words]].filter(({ length }) => length > 0);
}

function toPlaceSearches(text: string): readonly Search[] {
  const calls = [...text.matchAll(LINE)];
  const failing = text.startsWith('Traceback') ? calls.at(-1) : calls[0];
  const { file, line } = failing?.groups ?? {};
  if (file === undefined) return [];
  return [`${file}:${line}`, file].map((place) => [
    { ...PLACE, kind: 'part', key: 'place', values: [[place]] } as const,
  ]);
}

function isPlainWord(word: string): boolean {
  return !/[\d"']/.test(word);
}

function toText(text: string): readonly SearchTerm[] {
  return /[\p{L}\p{N}]/u.test(text) ? [{ ...PLACE, kind: 'text', text, isOpen: false }] : [];
}

const COMMIT = /^(?=.*\d)[0-9a-f]{7,40}$/i;
const PATH = /^\/[^\s"]+$/;

/** Returns searches that a path or a commit may mean, when its words find no issue. */
export function toHints(text: string): readonly Search[] {
  if (COMMIT.test(text)) {
    const values = [{ named: [text.toLowerCase(), ''] }];
    return [[{ ...PLACE, kind: 'release', key: 'release', values }]];
  }
  if (!PATH.test(text)) return [];
  const path = text.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '');
  return [
    [{ ...PLACE, kind: 'part', key: 'url', values: [[path]] }],
    [{ ...PLACE, kind: 'name', key: 'transaction', values: [['', path]] }],
  ];
}
