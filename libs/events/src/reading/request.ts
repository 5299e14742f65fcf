import type { EventRequest, JsonValue } from '#shared';
import { fieldLimits, jsonLimits, listLimits } from '../json/field-limits.ts';
import { JsonBudget } from '../json/json-budget.ts';
import type { CutNotes } from '../json/cut-notes.ts';
import { withoutUndefined } from '../json/present.ts';
import {
  cutText,
  type JsonObject,
  readArray,
  readObject,
  readPairs,
  readText,
} from '../json/shape.ts';

export function normaliseRequest(value: unknown, notes: CutNotes): EventRequest | undefined {
  const source = readObject(value);
  if (!source) return undefined;
  const address = notes.readText(source['url'], fieldLimits.address, 'address of the request');
  const [url, queryOfUrl] = splitQuery(address);
  const request = withoutUndefined<EventRequest>({
    method: notes.readText(source['method'], fieldLimits.name, 'method of the request'),
    url,
    query: readQuery(source['query_string'], notes) ?? queryOfUrl,
    headers: readHeaders(source['headers'], notes),
    cookies: readCookieNames(source, notes),
    body: readBody(source['data'], notes),
    env: new JsonBudget(jsonLimits.body, 'env', notes).copyObject(source['env']),
  });
  return Object.keys(request).length === 1 && request.headers.length === 0 ? undefined : request;
}

function splitQuery(address: string | undefined): [url?: string, query?: string] {
  if (address === undefined) return [];
  // The fragment stays in the address, because some single-page applications keep their route
  // there.
  const at = address.indexOf('#');
  const [beside, fragment] = at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at)];
  const mark = beside.indexOf('?');
  if (mark === -1) return [address];
  return [beside.slice(0, mark) + fragment, beside.slice(mark + 1) || undefined];
}

function readQuery(value: unknown, notes: CutNotes): string | undefined {
  if (typeof value === 'string') {
    return notes.readText(value.replace(/^\?/, ''), fieldLimits.address, 'query');
  }
  const text = readPairs(value)
    .map(([name, entry]) => [
      notes.readText(name, 200, 'names of the query'),
      notes.readText(entry, 1000, 'values of the query') ?? '',
    ])
    .filter(([name]) => name !== undefined)
    .map(([name, entry]) => `${name}=${entry}`)
    .join('&');
  return notes.readText(text, fieldLimits.address, 'query');
}

function readHeaders(value: unknown, notes: CutNotes): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const pairs = readPairs(value);
  for (const [key, entry] of pairs) {
    const name = notes.readText(key, fieldLimits.name, 'names of headers');
    const texts = readArray(entry)?.map((each) => readText(each, Infinity));
    const sent = texts?.filter((each) => each !== undefined).join(', ') ?? entry;
    const text = notes.readText(sent, fieldLimits.headerValue, 'headers');
    if (name === undefined || text === undefined) continue;
    if (headers.length === listLimits.headers) {
      notes.add(`headers: ${pairs.length - headers.length} of ${pairs.length} left out`);
      break;
    }
    headers.push([name, text]);
  }
  return headers;
}

/** Half a million fields or cookies take seconds, and a page shows 100. */
const FORM_CHARACTERS = 65_536;

/**
 * Returns the names of cookies, never their values. SDKs send a list, an object or the text of the
 * header.
 */
function readCookieNames({ cookies }: JsonObject, notes: CutNotes): string[] | undefined {
  const isText = typeof cookies === 'string';
  if (isText && cookies.length > FORM_CHARACTERS) {
    notes.add(`cookies: those behind ${FORM_CHARACTERS} characters left out`);
  }
  const names = isText
    ? cookies
        .slice(0, FORM_CHARACTERS)
        .split(';')
        .map((cookie) => cookie.split('=', 1)[0]!.trim())
    : readPairs(cookies).map(([name]) => name);
  const texts = names
    .map((name) => notes.readText(name, fieldLimits.name, 'names of cookies'))
    .filter((name) => name !== undefined);
  if (texts.length > listLimits.cookies) {
    notes.add(`cookies: ${texts.length - listLimits.cookies} of ${texts.length} left out`);
  }
  return texts.length === 0 ? undefined : texts.slice(0, listLimits.cookies);
}

function readBody(data: unknown, notes: CutNotes): JsonValue | undefined {
  if (data === undefined || data === null || data === '') return undefined;
  const budget = new JsonBudget(jsonLimits.body, 'the body', notes);
  const parsed = typeof data === 'string' ? parseBody(data, notes) : data;
  // `copyObject` needs an object, but a body may be a list or a text.
  return budget.copyObject({ body: parsed ?? data })?.['body'];
}

function parseBody(text: string, notes: CutNotes): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
  if (!/^[^\s=&<>{}"]{1,200}=[^\s]*$/.test(text)) return undefined;
  if (text.length <= FORM_CHARACTERS) return readForm(text);
  notes.add(`the body: fields behind ${FORM_CHARACTERS} characters left out`);
  // The last `&` ends the last whole field.
  const end = text.lastIndexOf('&', FORM_CHARACTERS);
  return readForm(text.slice(0, end === -1 ? FORM_CHARACTERS : end));
}

function readForm(text: string): unknown {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const key = cutText(name, jsonLimits.keyLength);
    const values = fields.get(key);
    if (values) values.push(value);
    else fields.set(key, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
