import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import { HIDDEN, hideCookies, hideInAddress, hideInForm, isForm } from './hide-in-text.ts';
import { isSecretName } from './secret-names.ts';

/** A request's body that is longer is not kept, until all of its values are looked at. */
const MAX_BODY_LENGTH = 8 * 1024;
/** Of the list of what was hidden. */
const MAX_PATHS = 100;
const MAX_PATH_LENGTH = 200;

/** Parts of an event whose names are names of packages, files and build ids, or tell what an SDK took out itself. */
const NAMES_OF_CODE = new Set(['_meta', 'modules', 'sdk', 'debug_meta', 'fingerprint']);

/** Fields that hold an address or its query: of breadcrumbs, spans, headers, servers and reports of policies. */
const ADDRESSES = new Set([
  'blocked-uri',
  'blockedURL',
  'document-uri',
  'documentURL',
  'from',
  'href',
  'http.url',
  'location',
  'Location',
  'referer',
  'Referer',
  'referrer',
  'REQUEST_URI',
  'to',
  'url',
  'url.full',
]);
const QUERIES = new Set(['http.query', 'query_string', 'QUERY_STRING', 'url.query']);

type Holder = Record<string, unknown>;

/**
 * Takes the values of secrets out of an event, in place, by the names of their fields: at any depth, in headers, forms,
 * queries and cookies. Of cookies the names stay. Of a body over 8 KiB, or one that is neither a form nor JSON, its length
 * stays. Returns the paths of the first 100 hidden values. The recursion is as deep as the event.
 */
export function hideSecrets(event: JsonObject): string[] {
  const paths: string[] = [];
  const hider = new Hider(paths);
  for (const name of Object.keys(event)) {
    if (NAMES_OF_CODE.has(name)) continue;
    if (name === 'request') hider.hideRequest(event[name]);
    hider.visit(event, name, name);
  }
  return paths;
}

class Hider {
  constructor(private readonly paths: string[]) {}

  /** Before the names of its fields are looked at like all others. */
  hideRequest(value: unknown): void {
    const request = readObject(value);
    if (!request) return;
    this.hideCookieValues(request);
    this.hideBody(request);
  }

  visit(holder: JsonObject, name: string, path: string): void {
    const value = holder[name];
    if (isSecretName(name)) this.hide(holder, name, path);
    else if (typeof value === 'string') this.visitText(holder, name, path);
    else if (Array.isArray(value)) this.visitList(value, path);
    else if (typeof value === 'object' && value !== null) this.visitFields(value as Holder, path);
  }

  private visitFields(fields: Holder, path: string): void {
    const { name: named } = fields;
    // As some SDKs send lists of fields.
    if (typeof named === 'string' && 'value' in fields && isSecretName(named)) {
      this.hide(fields, 'value', `${path}.${named}`);
    }
    for (const name in fields) {
      const value = fields[name];
      // Most fields are texts of innocent names: no path is made for those.
      if (typeof value === 'object' ? value !== null : isLookedAt(name)) {
        this.visit(fields, name, `${path}.${name}`);
      }
    }
  }

  /** Headers and tags come as pairs of name and value, too. */
  private visitList(list: unknown[], path: string): void {
    const [first] = list;
    if (list.length === 2 && typeof first === 'string' && isSecretName(first)) {
      this.hidePair(list, `${path}.${first}`);
      return;
    }
    for (const [index, entry] of list.entries()) {
      const isPair = Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
      if (Array.isArray(entry)) this.visitList(entry, isPair ? path : `${path}[${index}]`);
      else if (typeof entry === 'object' && entry !== null) {
        this.visitFields(entry as Holder, `${path}[${index}]`);
      }
    }
  }

  private hidePair(pair: unknown[], path: string): void {
    this.hide(pair as unknown as Holder, '1', path, String(pair[0]));
  }

  /** What is empty, true or false tells nothing; what the SDK has hidden stays as it is. */
  private hide(holder: Holder, key: string, path: string, name = key): void {
    const value = holder[key];
    if (value === HIDDEN || tellsNothing(value)) return;
    const isCookie = typeof value === 'string' && /cookie/i.test(name);
    this.replace(holder, key, path, isCookie ? hideCookies(value) : HIDDEN);
  }

  private visitText(holder: Holder, name: string, path: string): void {
    const text = holder[name] as string;
    if (ADDRESSES.has(name)) this.replace(holder, name, path, hideInAddress(text));
    else if (QUERIES.has(name)) this.replace(holder, name, path, hideInForm(text));
  }

  private hideCookieValues(request: Holder): void {
    const { cookies } = request;
    if (typeof cookies === 'string') {
      this.replace(request, 'cookies', 'request.cookies', hideCookies(cookies));
      return;
    }
    const names = readArray(cookies)
      ? (cookies as unknown[])
          .map((cookie) => readArray(cookie)?.[0])
          .filter((name) => typeof name === 'string')
      : Object.keys(readObject(cookies) ?? {});
    if (names.length === 0) return;
    // As text, which is no value of a name that could be hidden again.
    const kept = names.map((name) => `${name}=${HIDDEN}`).join('; ');
    this.replace(request, 'cookies', 'request.cookies', kept);
  }

  private hideBody(request: Holder): void {
    const { data } = request;
    if (typeof data !== 'string' && readObject(data) === undefined && readArray(data) === undefined)
      return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    if (text.length > MAX_BODY_LENGTH) {
      this.replace(request, 'data', 'request.data', `[${text.length} characters]`);
    } else if (typeof data === 'string' && data !== '') {
      this.replace(request, 'data', 'request.data', this.hideInBody(data));
    }
  }

  /** The same text where it names no secret. */
  private hideInBody(body: string): string {
    if (isForm(body)) return hideInForm(body);
    const parsed = parse(body);
    if (parsed === undefined) return body === HIDDEN ? body : `[${body.length} characters]`;
    const within: string[] = [];
    new Hider(within).visit({ body: parsed }, 'body', 'body');
    return within.length === 0 ? body : JSON.stringify(parsed);
  }

  private replace(holder: Holder, name: string, path: string, value: unknown): void {
    if (holder[name] === value) return;
    // An assignment to `__proto__` would do nothing.
    Object.defineProperty(holder, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    if (this.paths.length < MAX_PATHS) this.paths.push(path.slice(0, MAX_PATH_LENGTH));
  }
}

function isLookedAt(name: string): boolean {
  return isSecretName(name) || ADDRESSES.has(name) || QUERIES.has(name);
}

function tellsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '' || typeof value === 'boolean';
}

/** Undefined where it is no JSON, or a bare text. */
function parse(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
