import type { HiddenValue, HidingRule } from '#shared';
import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import { hideAddresses } from './addresses/hide-addresses.ts';
import { isCardNumber } from './card-numbers.ts';
import { joinPath } from './field-path.ts';
import { HIDDEN, type HideInText } from './hidden.ts';
import { hideConsoleArguments } from './hide-console-arguments.ts';
import { hideInConsoleLine } from './hide-in-console-line.ts';
import { hideCookies } from './hide-in-text.ts';
import { hideInRequest } from './hide-in-request.ts';
import { HiddenNotes } from './hidden-notes.ts';
import { Hiding } from './hiding.ts';
import { LongTexts, MAX_SEARCHED_LENGTH } from './long-texts.ts';
import { isRandom } from './random-value.ts';
import type { NameVerdict } from './secret-names.ts';
import {
  assign,
  GatheredTexts,
  HiddenTexts,
  type Holder,
  type TextVisitor,
} from './text-visitors.ts';

const MIN_CARD_NUMBER = 1e12;

/** Fields of an event that only describe packages, the SDK, and the values that the SDK removed. */
const OF_CODE = new Set(['_meta', 'modules', 'sdk']);

/** Paths of a frame's source lines. Built once per stack, because building strings is slow. */
interface FramePaths {
  readonly frame: string;
  readonly post_context: string;
  readonly pre_context: string;
}

export interface HidingOptions {
  /** The event as JSON, which can make the search for long texts and network addresses faster. */
  readonly json?: string | undefined;
  /** Address of the sender, set when the sender is the event's user. */
  readonly senderAddress?: string | undefined;
}

export interface Hidden {
  readonly values: readonly HiddenValue[];
  /** Number of all hidden values, even when `values` does not list all of them. */
  readonly total: number;
  /** Notes of what was cut, because no secret is sought in it. */
  readonly cut: readonly string[];
}

const everywhere = new Hiding();

/**
 * Removes secrets from an event, in place. Finds secrets by the names of fields, headers and
 * parameters, by their format in texts, and as literals in code.
 *
 * Keeps the names of cookies. Replaces a body by its length when the body is over 8 KiB, or neither
 * a form nor JSON. Cuts texts of more than 1.2 million characters. Finally shortens or removes the
 * network addresses of the event's user. Recurses as deep as the event is nested.
 */
export function hideSecrets(
  event: JsonObject,
  hiding = everywhere,
  { json, senderAddress }: HidingOptions = {},
): Hidden {
  const notes = new HiddenNotes();
  const request = event['request'];
  if (!hiding.isOpen('', 'request')) {
    hideInRequest(request, { hiding, notes, hideInJson: (body) => hideInJson(body, hiding) });
  }
  const long = new LongTexts();
  if (json === undefined || json.length > MAX_SEARCHED_LENGTH) long.cut(event);
  hideInFields(event, hiding, notes);
  hideAddresses(event, { choice: hiding.privacy.addresses, senderAddress, json, notes });
  return { values: notes.list(), total: notes.total, cut: long.dropEnds() };
}

/**
 * Hides values with secret names and collects all texts. Visits the texts a second time only when
 * one of them may contain a secret.
 */
function hideInFields(fields: JsonObject, hiding: Hiding, notes: HiddenNotes): void {
  const gathered = new GatheredTexts();
  visitAll(fields, new Hider(hiding, notes, gathered));
  const inTexts = hiding.texts.choose(gathered.joinTexts());
  const inCode = hiding.texts.chooseInCode(gathered.joinCode());
  if (!inTexts && !inCode) return;
  visitAll(fields, new Hider(hiding, notes, new HiddenTexts(inTexts, inCode, notes)));
}

function visitAll(fields: JsonObject, hider: Hider): void {
  for (const name of Object.keys(fields)) {
    if (!OF_CODE.has(name)) hider.visit(fields, name, '');
  }
}

function hideInJson(body: object, hiding: Hiding): HiddenNotes {
  const notes = new HiddenNotes();
  hideInFields({ body }, hiding, notes);
  return notes;
}

class Hider {
  constructor(
    private readonly hiding: Hiding,
    private readonly notes: HiddenNotes,
    private readonly texts: TextVisitor,
  ) {}

  visit(holder: Holder, name: string, path: string): void {
    if (this.hiding.isOpen(path, name)) return;
    const value = holder[name];
    const { verdict: judged, hide } = this.hiding.factsOf(name);
    const verdict = judged === 'random' ? judgeRandom(value) : judged;
    if (typeof value === 'string') {
      if (verdict === undefined) {
        if (hide) this.hideText(holder, name, { path: joinPath(path, name), hide });
        this.texts.visitText(holder, name, path);
      } else if (verdict !== 'safe')
        this.hideNamed(holder, name, { path: joinPath(path, name), verdict });
    } else if (typeof value === 'number') this.visitNumber(holder, name, { path, verdict });
    else if (typeof value === 'object' && value !== null) {
      this.visitObject(holder, name, { path: joinPath(path, name), verdict });
    }
  }

  private visitObject(
    holder: Holder,
    name: string,
    { path, verdict }: { path: string; verdict: NameVerdict },
  ): void {
    if (verdict === 'text' && /^cookies$/i.test(name) && this.hideEachCookie(holder, name, path)) {
      return;
    }
    if (isOfSecrets(verdict) && this.hideNamed(holder, name, { path, verdict })) return;
    const value = holder[name];
    if (Array.isArray(value)) this.visitList(value, path, verdict === 'safe');
    else if (name === 'stacktrace' || name === 'raw_stacktrace')
      this.visitStack(value as Holder, path);
    else this.visitFields(value as Holder, path);
  }

  /** Turns cookies into a text that has only their names. Returns false when they have no names. */
  private hideEachCookie(holder: Holder, key: string, path: string): boolean {
    const names = listCookieNames(holder[key] as object);
    if (names.length === 0) return false;
    const text = names.map((name) => `${name}=${HIDDEN}`).join('; ');
    this.replace(holder, key, text, { path, rule: 'cookie', count: names.length });
    return true;
  }

  private visitNumber(
    holder: Holder,
    name: string,
    { path, verdict }: { path: string; verdict: NameVerdict },
  ): void {
    if (isOfSecrets(verdict)) this.hideNamed(holder, name, { path: joinPath(path, name), verdict });
    else if (verdict === undefined && isCard(holder[name] as number)) {
      this.replace(holder, name, HIDDEN, { path: joinPath(path, name), rule: 'card number' });
    }
  }

  private visitFields(fields: Holder, path: string): void {
    for (const name in fields) {
      // Some SDKs send fields as `{name, value}`, and feature flags as `{flag, result}`. Few objects
      // have the second field, so it is looked for first.
      if (name === 'value')
        this.visitSelfNamed(fields, { by: fields['name'] ?? fields['key'], name, path });
      else if (name === 'result') this.visitSelfNamed(fields, { by: fields['flag'], name, path });
      if (name === 'data' && path.startsWith('breadcrumbs')) this.visitArguments(fields, path);
      if (fields[name] === 'console' && name === 'category') this.visitLine(fields, path);
      if (typeof fields[name] !== 'boolean') this.visit(fields, name, path);
    }
  }

  private visitSelfNamed(
    fields: Holder,
    { by, name, path }: { by: unknown; name: string; path: string },
  ): void {
    if (typeof by !== 'string') return;
    const verdict = this.judge(by, fields[name]);
    if (isOfSecrets(verdict)) this.hideNamed(fields, name, { path: joinPath(path, by), verdict });
  }

  private visitArguments(breadcrumb: Holder, path: string): void {
    const at = joinPath(path, 'data');
    if (this.hiding.isOpen(path, 'data') || this.hiding.isOpen(at, 'arguments')) return;
    const count = hideConsoleArguments(breadcrumb, this.hiding.names);
    if (count > 0) this.notes.add(joinPath(at, 'arguments[]'), 'name in text', count);
  }

  private visitLine(breadcrumb: Holder, path: string): void {
    const hide = hideInConsoleLine(this.hiding.names);
    const hideAt = (holder: Holder, key: string | number, of: string): void => {
      if (typeof holder[key] === 'string')
        this.hideText(holder, key, { path: joinPath(path, of), hide });
    };
    if (!this.hiding.isOpen(path, 'message')) hideAt(breadcrumb, 'message', 'message');
    const sent = readArray(readObject(breadcrumb['data'])?.['arguments']) ?? [];
    if (this.hiding.isOpen(path, 'data') || this.hiding.isOpen(joinPath(path, 'data'), 'arguments'))
      return;
    for (const index of sent.keys()) hideAt(sent as never, index, 'data.arguments[]');
  }

  private visitStack(stack: Holder, path: string): void {
    const frame = joinPath(path, 'frames[]');
    const paths = {
      frame,
      post_context: joinPath(frame, 'post_context'),
      pre_context: joinPath(frame, 'pre_context'),
    };
    for (const name in stack) {
      const frames = readArray(stack[name]);
      if (name !== 'frames' || !frames) this.visit(stack, name, path);
      else for (const each of frames) this.visitFrame(each, paths);
    }
  }

  /**
   * Skips a frame's numbers, which are lines and columns, and most of its texts, which are names in
   * code.
   */
  private visitFrame(value: unknown, paths: FramePaths): void {
    const frame = readObject(value);
    if (!frame) return;
    for (const name in frame) {
      const of = frame[name];
      if (typeof of === 'string') this.visitCode(frame, name, paths.frame);
      else if (typeof of === 'object' && of !== null) {
        if (Array.isArray(of) && (name === 'post_context' || name === 'pre_context')) {
          this.visitSource(of, paths[name]);
        } else this.visit(frame, name, paths.frame);
      }
    }
  }

  /**
   * In browsers, a file is a URL, whose query may contain secrets. Other texts are names in code.
   */
  private visitCode(frame: Holder, name: string, path: string): void {
    if (name === 'context_line') this.texts.visitCode(frame, name, path);
    else if (isOfAddress(frame[name] as string)) this.texts.visitText(frame, name, path);
  }

  private visitSource(lines: unknown[], path: string): void {
    for (let index = 0; index < lines.length; index += 1) {
      if (typeof lines[index] === 'string') this.texts.visitCode(lines as never, index, path);
    }
  }

  private judge(name: string, value: unknown): NameVerdict {
    const verdict = this.hiding.judge(name);
    return verdict === 'random' ? judgeRandom(value) : verdict;
  }

  /** Headers and tags may be sent as `[name, value]` pairs. */
  private visitList(list: unknown[], path: string, isSafe = false): void {
    if (isPair(list)) {
      const [name] = list;
      if (this.hiding.isOpen(path, name)) return;
      const verdict = this.judge(name, list[1]);
      if (verdict !== undefined) return this.visitPair(list, joinPath(path, name), verdict);
    }
    for (let index = 0; index < list.length; index += 1) {
      if (typeof list[index] !== 'string') this.visitEntry(list, index, path);
      else if (!isSafe) this.visitText(list, index, path);
    }
  }

  private visitEntry(list: unknown[], index: number, path: string): void {
    const entry = list[index];
    if (Array.isArray(entry)) this.visitList(entry, isPair(entry) ? path : joinPath(path, '[]'));
    else if (typeof entry === 'object' && entry !== null) {
      this.visitFields(entry as Holder, joinPath(path, '[]'));
    } else if (typeof entry === 'number' && isCard(entry)) {
      this.replace(list as never, index, HIDDEN, {
        path: joinPath(path, '[]'),
        rule: 'card number',
      });
    }
  }

  /** MySQL's `-p` has a secret, and the argument after `--password` or curl's `-u` is one. */
  private visitText(list: unknown[], index: number, path: string): void {
    const before = index === 0 ? undefined : list[index - 1];
    const isOption = typeof before === 'string' && before.startsWith('--') && !before.includes('=');
    const isOfCurl =
      (before === '-u' || before === '--user') && /^(?!\d*:)[^\s:]+:./.test(list[index] as string);
    const verdict = isOfCurl ? 'whole' : isOption ? this.hiding.judge(before) : undefined;
    if (!isOfSecrets(verdict)) this.texts.visitText(list as never, index, path);
    else this.hideNamed(list as never, index, { path: joinPath(path, '[]'), verdict });
  }

  private visitPair(pair: [string, unknown], path: string, verdict: NameVerdict): void {
    const [name, value] = pair;
    if (verdict === 'safe') return;
    const isHidden = this.hideNamed(pair as never, 1, { path, verdict, name });
    if (isHidden || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) this.visitList(value, path);
    else this.visitFields(value as Holder, path);
  }

  /**
   * Returns true when the value needs no further search. Empty and boolean values are no secrets,
   * and values that the SDK hid stay as they are.
   */
  private hideNamed(
    holder: Holder,
    key: string | number,
    { path, verdict, name = key }: { path: string; verdict: NameVerdict; name?: string | number },
  ): boolean {
    const value = holder[key];
    if (value === HIDDEN || tellsNothing(value)) return true;
    if (verdict !== 'whole' && !isHiddenPart(value, verdict)) return false;
    if (typeof value === 'string' && /cookie/i.test(String(name))) {
      this.hideText(holder, key, { path, hide: hideCookies });
    } else this.replace(holder, key, HIDDEN, { path, rule: 'name of field' });
    return true;
  }

  private hideText(
    holder: Holder,
    key: string | number,
    { path, hide }: { path: string; hide: HideInText },
  ): void {
    const text = holder[key] as string;
    const left = hide(text, (rule) => this.notes.add(path, rule));
    if (left !== text) assign(holder, key, left);
  }

  private replace(
    holder: Holder,
    key: string | number,
    value: unknown,
    { path, rule, count }: { path: string; rule: HidingRule; count?: number },
  ): void {
    assign(holder, key, value);
    this.notes.add(path, rule, count);
  }
}

/** Cookies are an object, or a list of `[name, value]` or of `{name, value}`. */
function listCookieNames(cookies: object): string[] {
  if (!Array.isArray(cookies)) return Object.keys(cookies);
  return cookies
    .map((cookie: unknown) => readArray(cookie)?.[0] ?? readObject(cookie)?.['name'])
    .filter((name) => typeof name === 'string');
}

function judgeRandom(value: unknown): NameVerdict {
  return typeof value === 'string' && isRandom(value) ? 'text' : undefined;
}

function isOfSecrets(verdict: NameVerdict): boolean {
  return verdict !== undefined && verdict !== 'safe';
}

function isHiddenPart(value: unknown, verdict: NameVerdict): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.some((entry) => typeof entry === 'string');
  return verdict === 'many' && typeof value === 'object';
}

function isCard(value: number): boolean {
  return value >= MIN_CARD_NUMBER && Number.isSafeInteger(value) && isCardNumber(String(value));
}

function isPair(entry: readonly unknown[]): entry is [string, unknown] {
  return entry.length === 2 && typeof entry[0] === 'string';
}

function tellsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || typeof value === 'boolean';
}

/**
 * Also accepts a URL without its scheme when it contains `=` and could therefore contain a secret.
 */
function isOfAddress(file: string): boolean {
  return file.includes('=') || file.includes('://');
}
