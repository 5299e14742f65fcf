import { fieldLimits } from '../json/field-limits.ts';
import { cutText } from '../json/shape.ts';

/** Longer statements are read up to here. */
const READ_LENGTH = 4096;
/** Databases in which `"name"` is an identifier, as in standard SQL. */
const STANDARD_QUOTES = /postgres|oracle|h2|hsqldb|db2|duckdb|redshift|cockroach|derby|firebird/i;
const VERBS: ReadonlySet<string> = new Set(
  (
    'select insert update delete with replace merge create alter drop truncate pragma call exec ' +
    'execute explain copy lock analyze vacuum declare values grant revoke refresh show upsert'
  ).split(' '),
);
/** Verbs before names that a program may make up, or before values. */
const BARE_VERBS: ReadonlySet<string> = new Set(
  'begin commit rollback savepoint release start end set use fetch close deallocate'.split(' '),
);
/** Statements that give somebody a password end before it. */
const PASSWORD = /^(?:identified|password|passwd|pwd)$/i;
const OF_USERS = /^(?:create|alter|set|grant) /;
/** A name stands behind these words, not a value. */
const BEFORE_NAME = /^(?:from|join|into|update|table|as|only|[.])$/;
const BEFORE_STANDARD_NAME = /^(?:where|and|or|on|set|not|having|by)$/;
const TOKEN = new RegExp(
  [
    String.raw`(?<gap>\s+|--[^\n]*|#(?!>)[^\n]*)`,
    String.raw`(?<open>/\*|\$(?:[A-Za-z_]\w*)?\$|(?:n?q|[enbx]|u&)?'|"|\x60)`,
    String.raw`(?<cast>::)`,
    String.raw`(?<value>\$[\d?]+|\?\d*|@{1,2}[\w$]+|:[A-Za-z_]\w*|%(?:\(\w+\))?s|\d[\w.]*(?:(?<=\de)[+-]\d+)?|\{[^{}]*\})`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_$]*)`,
    String.raw`(?<other>[^])`,
  ].join('|'),
  'iuy',
);
/** Parentheses, in which others are at most two deep. */
const PARENTHESES = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const GROUP = new RegExp(PARENTHESES, 'g');
/** A list also ends at a parenthesis that stays open, or each `select` would read on to there. */
const COLUMNS = new RegExp(
  String.raw`\b(select|returning) ((?:[^()]|${PARENTHESES})*?)(?= from\b|\)|$|((?!${PARENTHESES})\())`,
  'g',
);
const ROWS = new RegExp(String.raw`\b(values ?${PARENTHESES})(?:, ${PARENTHESES})+`, 'g');

/**
 * Returns the statement without its values: `select * from orders where id in (1, 2)` becomes
 * `select * from orders where id in (?)`. Lists of columns become `…`. Whatever may be a value goes,
 * in the quotes of any dialect; where quotes are ambiguous, the rest of the statement goes. Returns
 * undefined for what is no SQL.
 */
export function toStatementName(sql: string, system = ''): string | undefined {
  const text = new StatementReader(sql, STANDARD_QUOTES.test(system)).read();
  const verb = /^\(*(\w+)/.exec(text)?.[1] ?? '';
  if (BARE_VERBS.has(verb)) return verb;
  return VERBS.has(verb) ? cutText(foldLists(text), fieldLimits.name) : undefined;
}

/** Lists of values become `?`, lists of columns `…`, and rows of values after the first go. */
function foldLists(text: string): string {
  return foldColumns(text)
    .replaceAll(/\b(into [^\s(]+) ?\([^(),]*,[^()]*\)/g, '$1 (…)')
    .replace(/^((?:create|alter) [^(]*)\(.*$/, '$1(…)')
    .replaceAll(ROWS, '$1')
    .replaceAll(/([([])\?(?:, \?)+(?=[)\]])/g, '$1?');
}

function foldColumns(text: string): string {
  return text.replaceAll(COLUMNS, (all, verb: string, list: string, open?: string) => {
    // The list has no known end, but those in its parentheses do.
    if (open)
      return `${verb} ${list.replaceAll(GROUP, (group) => `(${foldColumns(group.slice(1))}`)}`;
    return list.replaceAll(GROUP, '').includes(',') ? `${verb} …` : all;
  });
}

class StatementReader {
  private text = '';
  private last = '';
  private readonly sql: string;
  private at = 0;
  private hasGap = false;

  constructor(
    sql: string,
    private readonly hasStandardQuotes: boolean,
  ) {
    this.sql = sql.slice(0, READ_LENGTH);
  }

  read(): string {
    let goesOn = true;
    while (goesOn && this.at < this.sql.length) goesOn = this.readNext();
    if (!goesOn) this.push('…');
    return this.text;
  }

  private readNext(): boolean {
    TOKEN.lastIndex = this.at;
    const { gap, open, cast, value, word, other } = TOKEN.exec(this.sql)!.groups!;
    this.at = TOKEN.lastIndex;
    if (open !== undefined) return this.readQuoted(open);
    if (gap !== undefined) this.hasGap = true;
    else if (value !== undefined) this.push('?');
    else if (word !== undefined) {
      this.push(toWord(word));
      this.hasGap = PASSWORD.test(word) && OF_USERS.test(this.text);
      return !this.hasGap;
    } else if (other === ';') return this.sql.slice(this.at).trim() === '';
    else this.push(cast ?? other!);
    return true;
  }

  /** Returns false when the end of the quotes is unknown, as in Oracle's `q'[…]'`. */
  private readQuoted(open: string): boolean {
    const start = this.at;
    if (open === '/*') {
      this.hasGap = true;
      this.at = this.findCommentEnd();
      return this.at !== -1;
    }
    if (/q'/i.test(open)) return false;
    const quote = open.startsWith('$') ? open : open.at(-1)!;
    const end = quote.length > 1 ? this.sql.indexOf(quote, start) : this.findQuoteEnd(quote);
    if (end === -1) return false;
    this.at = end + quote.length;
    const content = this.sql.slice(start, end);
    const isName = quote === '`' || (quote === '"' && this.isNamePosition());
    this.push(isName && /^[\p{L}_][\p{L}\p{N}_$ ]*$/u.test(content) ? toWord(content) : '?');
    return true;
  }

  /** Comments may be nested in PostgreSQL. */
  private findCommentEnd(): number {
    let depth = 1;
    for (const { 0: mark, index } of this.sql.slice(this.at).matchAll(/\/\*|\*\//g)) {
      depth += mark === '/*' ? 1 : -1;
      if (depth === 0) return this.at + index + mark.length;
    }
    return -1;
  }

  /** A backslash before the quote escapes it in some dialects only. */
  private findQuoteEnd(quote: string): number {
    let at = this.sql.indexOf(quote, this.at);
    while (at !== -1 && this.sql[at + 1] === quote) at = this.sql.indexOf(quote, at + 2);
    const isAmbiguous = at !== -1 && this.sql.slice(this.at, at).includes(`\\${quote}`);
    return isAmbiguous || this.sql[at - 1] === '\\' ? -1 : at;
  }

  /** MySQL has values in double quotes, others names. */
  private isNamePosition(): boolean {
    if (this.sql[this.at] === '.' || BEFORE_NAME.test(this.last)) return true;
    return this.hasStandardQuotes && BEFORE_STANDARD_NAME.test(this.last);
  }

  private push(text: string): void {
    const isTight = text === ',' || text === ')' || this.last === '(' || this.last === '';
    const hasGap = (this.hasGap || this.last === ',') && !isTight;
    this.text += hasGap ? ` ${text}` : text;
    this.last = text;
    this.hasGap = false;
  }
}

/** Numbered tables and labels become one. */
function toWord(word: string): string {
  return word.length > 64 ? '?' : word.toLowerCase().replaceAll(/\d{3,}/g, '?');
}
