import { type JsonObject, readObject } from '#events';
import { parseJson, reportLimits } from '#shared';
import { isWithinDepth } from '../../envelope/json-depth.ts';
import type { SpooledItem } from '../spooled-envelope.ts';
import { mistake, type NotMade, sources } from './made.ts';

export interface ParsedItem {
  readonly value: JsonObject;
  readonly json: string;
}

export function parseItem(item: SpooledItem): ({ readonly ok: true } & ParsedItem) | NotMade {
  const json = item.payload.toString('utf8');
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    return mistake(item, `The ${nameOf(item)} is not JSON: ${describeSyntax(error)}.`);
  }
  const object = readObject(value);
  if (!object) return mistake(item, `The ${nameOf(item)} is not a JSON object.`);
  // Later code may recurse, because the depth is checked here.
  if (!isWithinDepth(object, reportLimits.jsonDepth)) {
    return mistake(
      item,
      `The ${nameOf(item)} is nested deeper than ${reportLimits.jsonDepth} levels.`,
    );
  }
  return { ok: true, value: object, json };
}

/** Returns the position only. The parser's message quotes the text, which may contain secrets. */
function describeSyntax(error: unknown): string {
  const { message } = error as SyntaxError;
  return (
    /at position \d+/.exec(message)?.[0] ??
    (/end of/.test(message) ? 'it ends early' : 'it is malformed')
  );
}

function nameOf({ type }: SpooledItem): string {
  return Object.hasOwn(sources, type) ? 'event' : type.replace('_', ' ');
}
