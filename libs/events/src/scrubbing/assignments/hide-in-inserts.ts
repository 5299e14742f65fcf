import { HIDDEN, type HideInText, type HiddenListener } from '../hidden.ts';
import type { SecretNames } from '../secret-names.ts';
import { isPlaceholder } from './find-value.ts';

/** Matches where the rows of an SQL `INSERT` begin. */
const ROWS = /(?<=\)\s{0,20}values\s{0,20})(?=\()/i;
const COLUMNS = /\(([^()]{1,4000})\)\s{0,20}values\s{0,20}$/i;
/** The last literal may lack its closing quote, because SDKs cut long texts. */
const TOKEN = /(\\?["'])((?:(?!\1)(?:\\.|.)|\1\1)*)(\1|$)|[\w.$:@]+|\S/gs;

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
  let [column, depth, isOver] = [0, 0, false];
  const move = (token: string): void => {
    isOver ||= depth === 0 && token !== '(' && token !== ',';
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === ',' && depth === 1) column += 1;
    if (depth === 0) column = 0;
  };
  const hidden = rows
    .slice(0, MOST)
    .replace(TOKEN, (token, quote = '', literal = token, close = '') => {
      move(token);
      if (isOver || !isSecret[column] || !isValue(quote, literal)) return token;
      tell('name in text');
      return quote + HIDDEN + close;
    });
  return hidden + rows.slice(MOST);
}

function isValue(quote: string, literal: string): boolean {
  if (quote === '') return /^\d/.test(literal);
  return literal !== '' && literal !== HIDDEN && !isPlaceholder(literal);
}
