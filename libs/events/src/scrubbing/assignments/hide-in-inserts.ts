import { HIDDEN, type HideInText, type HiddenListener } from '../hidden.ts';
import type { SecretNames } from '../secret-names.ts';
import { isPlaceholder } from './find-value.ts';

/** Matches where the rows of an SQL `INSERT` begin. */
const ROWS = /(?<=\)\s{0,20}values\s{0,20})(?=\()/i;
const COLUMNS = /\(([^()]{1,4000})\)\s{0,20}values\s{0,20}$/i;
/** The last literal may lack its closing quote, because SDKs cut long texts. */
const TOKEN =
  /(\\?["'])((?:(?!\1)(?:\\.|.)|\1\1)*)(\1|$)|(?:[A-Za-z_.$:@][\w.$:@]*|[^\s\w.$:@"'\\(),]|\\(?!["']))+|[\w.$:@]+|\S/gs;

/** A longer literal would exhaust the stack of the regular expression. Values beyond it stay. */
const MOST = 4_000_000;

export function mayHaveInsert(texts: string): boolean {
  return ROWS.test(texts);
}

/** Hides values of secret columns: `insert into users (name, password) values ('ann', 'x')`. */
export function hideInInserts(names: SecretNames): HideInText {
  return (text, tell) => {
    const parts = text.split(ROWS);
    return parts
      .map((rows, index) => {
        const columns = COLUMNS.exec(parts[index - 1] ?? '')?.[1]?.split(',') ?? [];
        const verdicts = columns.map((column) => names.judge(column) ?? 'safe');
        const isSecret = verdicts.map((verdict) => verdict !== 'safe' && verdict !== 'random');
        return isSecret.includes(true) ? hideInRows(rows, isSecret, tell) : rows;
      })
      .join('');
  };
}

function hideInRows(rows: string, isSecret: readonly boolean[], tell: HiddenListener): string {
  let [column, depth] = [0, 0];
  let left = '';
  let from = 0;
  for (const match of rows.slice(0, MOST).matchAll(TOKEN)) {
    const [token, quote = '', literal = token, close = ''] = match;
    // Another word behind a row ends the statement.
    if (depth === 0 && !'(,'.includes(token)) break;
    depth += toStep(token);
    if (token === ',' && depth === 1) column += 1;
    if (depth === 0) column = 0;
    if (!isSecret[column] || !isValue(quote, literal)) continue;
    tell('name in text');
    left += rows.slice(from, match.index) + quote + HIDDEN + close;
    from = match.index + token.length;
  }
  return left + rows.slice(from);
}

function toStep(token: string): number {
  if (token === '(') return 1;
  return token === ')' ? -1 : 0;
}

function isValue(quote: string, literal: string): boolean {
  if (quote === '') return /^\d/.test(literal);
  return literal !== '' && literal !== HIDDEN && !isPlaceholder(literal);
}
