import { HIDDEN, type HideInText } from './hidden.ts';
import type { SecretNames } from './secret-names.ts';

const PAIR = /\b(token|secret|password)( {1,8})([\w.~+/=-]{8,})/gi;
const MIN_MIXED = 8;

/**
 * Hides the value in a pair such as `token s3cr3tvalue` in a line of the console. A value mixes at
 * least eight letters and digits, so that prose stays: `token expired`.
 */
export function hideInConsoleLine(names: SecretNames): HideInText {
  return (line, tell) =>
    line.replaceAll(PAIR, (pair, name: string, space: string, value: string) => {
      const mixed = value.replaceAll(/[^A-Za-z\d]/g, '');
      const isMixed = mixed.length >= MIN_MIXED && /\d/.test(mixed) && /[A-Za-z]/.test(mixed);
      if (!isMixed || names.judge(name) === 'safe') return pair;
      tell('name in text');
      return name + space + HIDDEN;
    });
}
