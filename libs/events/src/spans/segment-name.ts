import { fieldLimits } from '../json/field-limits.ts';
import { cutText } from '../json/shape.ts';
import { toHostName } from './host-name.ts';
import { splitMethod } from './method.ts';
import { EMAIL, isVariable, PLACEHOLDER, UUID } from './variable.ts';

/** Longer names are read up to here. */
const READ_LENGTH = 2048;
const URL_FORM = /^([a-z][a-z\d+.-]{0,20}):\/\/([^/?#]*)(.*)$/is;
/** Forms of routes: `:id`, `{id}`, `<int:id>`, `[id]`, `$id`, `*`, `(?P<id>`. */
const ROUTE_FORM = /^[:$][A-Za-z_]\w*[?*+]?$|[{}<>[\]*^()]/;
const ENCODED = /[@%]/;
const EXTENSION = /\.[a-z][a-z\d]{0,4}$/i;
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g;
const REPEATED = /\{id\}(?:[-_.:, ]?\{id\})+/g;

/**
 * Returns the name by which segments are counted: `GET /orders/17?a=b` becomes `GET /orders/{id}`.
 * Routes stay as the framework writes them. `method` comes first where the name is only a path.
 * The same name results from a name that this function returned.
 */
export function toSegmentName(sent: string, method?: string): string {
  const text = sent.slice(0, READ_LENGTH).replaceAll(/\s+/g, ' ').trim();
  const [known = sent.startsWith('/') ? method : undefined, rest] = splitMethod(text);
  const name = toPlain(rest) || (known === undefined ? 'unnamed' : '');
  return cutText(known === undefined ? name : `${known} ${name}`.trimEnd(), fieldLimits.name);
}

function toPlain(text: string): string {
  if (text.startsWith('/')) return toPath(text);
  const [, scheme, host, path] = URL_FORM.exec(text) ?? [];
  if (scheme === undefined) return toWords(text);
  return `${scheme.toLowerCase()}://${toHostName(host!) ?? ''}${toPath(path!)}`;
}

function toPath(text: string): string {
  return cutQuery(text).split('/').map(toPathPart).join('/');
}

/** `:id?` and `(?P<id>` are forms of routes. */
function cutQuery(text: string): string {
  const hash = text.indexOf('#');
  const path = hash === -1 ? text : text.slice(0, hash);
  for (let at = path.indexOf('?'); at !== -1; at = path.indexOf('?', at + 1)) {
    const part = path
      .slice(Math.max(0, at - 40), at)
      .split('/')
      .at(-1)!;
    const isForm =
      part.endsWith('(') || (part.startsWith(':') && '/'.includes(path.charAt(at + 1)));
    if (!isForm) return path.slice(0, at);
  }
  return path;
}

function toPathPart(sent: string): string {
  const [part = ''] = sent.split(';', 1);
  const isEncoded = ENCODED.test(part);
  if (!isEncoded && ROUTE_FORM.test(part)) return part;
  const extension = EXTENSION.exec(part)?.[0] ?? '';
  const stem = part.slice(0, part.length - extension.length);
  if (!isVariable(stem)) return part;
  // The end of an e-mail address looks like an extension.
  return isEncoded ? PLACEHOLDER : PLACEHOLDER + extension;
}

/** Names of jobs, tasks and elements: `mail for ann@example.org` becomes `mail for {id}`. */
function toWords(text: string): string {
  return text
    .replaceAll(QUOTED, PLACEHOLDER)
    .replaceAll(EMAIL, PLACEHOLDER)
    .replaceAll(UUID, PLACEHOLDER)
    .replaceAll(/[A-Za-z\d]+/g, (word) => (isVariable(word) ? PLACEHOLDER : word))
    .replaceAll(REPEATED, PLACEHOLDER);
}
