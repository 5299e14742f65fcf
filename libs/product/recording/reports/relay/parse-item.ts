import { type JsonObject, readObject } from '#events';
import { countNames, findExcess, parseJson, reportLimits } from '#shared';
import { type Mistake, mistake } from './declared-items.ts';
import type { SpooledItem } from './item-place.ts';

export interface ParsedItem {
  readonly value: JsonObject;
  readonly json: string;
  readonly names: number;
}

/** Parses an item's JSON object, within the bounds on its values and depth. `name` says what it is. */
export function parseItem(
  { payload, type }: Pick<SpooledItem, 'payload' | 'type'>,
  name = type.replace('_', ' '),
): ({ readonly ok: true } & ParsedItem) | Mistake {
  const json = payload.toString('utf8');
  const excess = findExcess(json, reportLimits.json);
  if (excess) return mistake(`The ${name} has more than ${reportLimits.json[excess]} ${excess}.`);
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    return mistake(`The ${name} is not JSON: ${describeSyntax(error)}.`);
  }
  const object = readObject(value);
  if (!object) return mistake(`The ${name} is not a JSON object.`);
  // Later code may recurse, because the depth is checked here.
  const names = countNames(object, reportLimits.jsonDepth);
  if (names === Infinity) {
    return mistake(`The ${name} is nested deeper than ${reportLimits.jsonDepth} levels.`);
  }
  return { ok: true, value: object, json, names };
}

/** Returns the position only. The parser's message quotes the text, which may contain secrets. */
function describeSyntax(error: unknown): string {
  const { message } = error as SyntaxError;
  return (
    /at position \d+/.exec(message)?.[0] ??
    (/end of/.test(message) ? 'it ends early' : 'it is malformed')
  );
}
