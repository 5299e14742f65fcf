import { countNames, hasRepeatedNames } from '#shared';
import { readArray, readObject } from '../json/shape.ts';
import { HIDDEN, type HideInText } from './hidden.ts';
import type { HiddenNotes } from './hidden-notes.ts';
import { isForm } from './hide-in-text.ts';
import type { Hiding } from './hiding.ts';
import { assign, type Holder } from './text-visitors.ts';

/** Maximum length of a body, in characters. A longer body is replaced by its length. */
const MAX_BODY_LENGTH = 8 * 1024;
const BODY = 'request.data';

interface RequestRules {
  readonly hiding: Pick<Hiding, 'isOpen' | 'inForm'>;
  readonly notes: HiddenNotes;
  readonly hideInJson: (body: object) => HiddenNotes;
}

/** Hides the body of a request. Must run before the search by field names. */
export function hideInRequest(value: unknown, rules: RequestRules): void {
  const request = readObject(value);
  if (request && !rules.hiding.isOpen('request', 'data')) hideBody(request, rules);
}

function hideBody(request: Holder, rules: RequestRules): void {
  const { data } = request;
  if (typeof data !== 'string' && readObject(data) === undefined && readArray(data) === undefined)
    return;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  if (text.length > MAX_BODY_LENGTH) keepLength(request, text, rules.notes);
  else if (typeof data === 'string' && data !== '') hideInBody(request, data, rules);
}

function hideInBody(
  request: Holder,
  body: string,
  { hiding, notes, hideInJson }: RequestRules,
): void {
  const parsed = parse(body);
  // A search for secrets would not see the first of two fields with the same name.
  const isWhole = parsed !== undefined && !hasRepeatedNames(body, countNames(parsed));
  if (isForm(body)) hideWith(hiding.inForm, request, notes);
  else if (isWhole) {
    const within = hideInJson(parsed);
    if (within.total === 0) return;
    assign(request, 'data', JSON.stringify(parsed));
    notes.take(within, BODY);
  } else if (body !== HIDDEN) keepLength(request, body, notes);
}

function hideWith(hide: HideInText, request: Holder, notes: HiddenNotes): void {
  assign(
    request,
    'data',
    hide(request['data'] as string, (rule) => notes.add(BODY, rule)),
  );
}

function keepLength(request: Holder, body: string, notes: HiddenNotes): void {
  assign(request, 'data', `[${body.length} characters]`);
  notes.add(BODY, 'body');
}

function parse(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
