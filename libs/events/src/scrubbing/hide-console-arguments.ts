import { readArray, readObject } from '../json/shape.ts';
import { isPlaceholder } from './assignments/find-value.ts';
import { judgeName } from './assignments/read-name.ts';
import { HIDDEN } from './hidden.ts';
import type { SecretNames } from './secret-names.ts';
import { assign, type Holder } from './text-visitors.ts';

/** Maximum length of an argument that is read as a name. */
const MAX_NAME = 100;
/** Each secret in a message costs a search of the message. */
const MAX_IN_MESSAGE = 20;
/** A search for a long text may take its length for each sign, so more of a value is not sought. */
const MAX_SOUGHT = 100;

/**
 * Hides what follows a secret name among the arguments of a call of the console, in the arguments
 * and in the message that SDKs join them to: `console.log('token', 'x')`. Returns how many.
 */
export function hideConsoleArguments(breadcrumb: Holder, names: SecretNames): number {
  const sent = readArray(readObject(breadcrumb['data'])?.['arguments']) ?? [];
  let count = 0;
  for (let index = 1; index < sent.length; index += 1) {
    const [before, value] = [sent[index - 1], sent[index]];
    if (typeof before !== 'string' || !isValue(value) || !isNamed(names, before)) continue;
    assign(sent as never, index, HIDDEN);
    count += 1;
    const { message } = breadcrumb;
    if (typeof message !== 'string' || count > MAX_IN_MESSAGE) continue;
    const at = message.indexOf(`${before} ${value.slice(0, MAX_SOUGHT)}`);
    if (at === -1) continue;
    const start = at + before.length + 1;
    // Another text that begins alike may hide where the value stands, so the message ends there.
    const rest = message.startsWith(value, start) ? message.slice(start + value.length) : '';
    assign(breadcrumb, 'message', message.slice(0, start) + HIDDEN + rest);
  }
  return count;
}

function isValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    !/\s/.test(value) &&
    /[A-Za-z\d]/.test(value) &&
    !isPlaceholder(value)
  );
}

function isNamed(names: SecretNames, argument: string): boolean {
  if (argument.length > MAX_NAME) return false;
  const verdict = judgeName(names, argument.replace(/[\s:=]+$/, ''));
  return verdict !== undefined && verdict !== 'safe' && verdict !== 'random';
}
