import { escapeHtml } from './escape-html.ts';
import { UnknownToHtml } from './unknown-to-html.ts';

/** The attribute with the space before it, or nothing where the value says that there is none. */
type PrintAttribute = (value: unknown) => string;

const MOST_REPEATED = 1000;

const printNothing: PrintAttribute = () => '';

const printers = new Map<string, PrintAttribute>();

/** An attribute of an element by the name of its prop; `value` is neither undefined nor null. */
export function printAttribute(name: string, value: unknown): string {
  let print = printers.get(name);
  if (!print) printers.set(name, (print = createPrinter(name)));
  return print(value);
}

const isNoText = (value: unknown): boolean =>
  typeof value === 'function' || typeof value === 'symbol';

/** For values that are neither functions nor symbols; with `true` and `false` as text. */
const ofAnyText = (start: string): PrintAttribute => {
  return (value) => (isNoText(value) ? '' : `${start}${escapeHtml(String(value))}"`);
};

const ofText = (start: string): PrintAttribute => {
  return (value) =>
    typeof value === 'string'
      ? `${start}${escapeHtml(value)}"`
      : isNoText(value) || typeof value === 'boolean'
        ? ''
        : `${start}${escapeHtml(String(value))}"`;
};

const ofFlag = (start: string): PrintAttribute => {
  return (value) => (value && !isNoText(value) ? `${start}"` : '');
};

const ofFlagOrText = (start: string): PrintAttribute => {
  const printText = ofAnyText(start);
  return (value) => (value === true ? `${start}"` : value === false ? '' : printText(value));
};

const ofCount = (start: string): PrintAttribute => {
  const printText = ofAnyText(start);
  return (value) => (Number(value) >= 1 ? printText(value) : '');
};

const ofNumber = (start: string): PrintAttribute => {
  const printText = ofAnyText(start);
  return (value) => (Number.isNaN(Number(value)) ? '' : printText(value));
};

/** How an address may begin that runs a script, and others that do not: React has the say over both. */
const SCRIPT = /^[^/?#\w]*j\s*a\s*v\s*a\s*s/i;

const ofAddress = (start: string, mayBeEmpty: boolean): PrintAttribute => {
  const printText = ofText(start);
  return (value) => {
    if (value === '' && !mayBeEmpty) return '';
    if (typeof value === 'string' && SCRIPT.test(value)) throw new UnknownToHtml(value);
    if (typeof value === 'object') throw new UnknownToHtml(start);
    return printText(value);
  };
};

/** Few values ever, each of which a page has hundreds of times. */
const ofRepeatedText = (start: string): PrintAttribute => {
  const printText = ofText(start);
  const printed = new Map<unknown, string>();
  return (value) => {
    let known = printed.get(value);
    if (known === undefined) {
      known = printText(value);
      if (printed.size < MOST_REPEATED) printed.set(value, known);
    }
    return known;
  };
};

type Kind = (start: string) => PrintAttribute;

/** Props whose attributes are called otherwise, or printed otherwise than as plain text. */
const KINDS: readonly (readonly [kind: Kind, names: string])[] = [
  [() => printNothing, 'children dangerouslySetInnerHTML defaultValue defaultChecked ref'],
  [() => printNothing, 'suppressHydrationWarning suppressContentEditableWarning'],
  [ofFlag, 'allowFullScreen async autoPlay controls default defer disabled formNoValidate hidden'],
  [ofFlag, 'inert itemScope loop noModule noValidate open playsInline readOnly required reversed'],
  [ofFlag, 'scoped seamless'],
  [ofFlagOrText, 'capture download'],
  [ofAnyText, 'contentEditable spellCheck draggable value focusable'],
  [ofCount, 'cols rows size span'],
  [ofNumber, 'rowSpan start'],
  [(start) => ofAddress(start, false), 'src href'],
  [(start) => ofAddress(start, true), 'action formAction'],
  [ofRepeatedText, 'role type viewBox'],
  [ofText, 'autoCapitalize autoComplete autoCorrect colSpan dateTime encType enterKeyHint'],
  [ofText, 'formEncType formMethod formTarget inputMode maxLength minLength'],
  [ofText, 'preserveAspectRatio pathLength popoverTarget popoverTargetAction srcSet'],
];

const kinds = new Map(
  KINDS.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

const RENAMED: Readonly<Record<string, [kind: Kind, name: string]>> = {
  acceptCharset: [ofText, 'accept-charset'],
  autoFocus: [ofFlag, 'autofocus'],
  className: [ofRepeatedText, 'class'],
  fillOpacity: [ofText, 'fill-opacity'],
  htmlFor: [ofText, 'for'],
  multiple: [ofFlag, 'multiple'],
  pointerEvents: [ofText, 'pointer-events'],
  strokeDasharray: [ofText, 'stroke-dasharray'],
  strokeLinecap: [ofText, 'stroke-linecap'],
  strokeLinejoin: [ofText, 'stroke-linejoin'],
  strokeWidth: [ofText, 'stroke-width'],
  tabIndex: [ofText, 'tabindex'],
  textAnchor: [ofText, 'text-anchor'],
  vectorEffect: [ofText, 'vector-effect'],
};

/** Each an attribute of its own name; React knows others with capitals by names of their own. */
const PLAIN = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/;
/** React prints `true` and `false` of these alone. */
const WITH_BOOLEANS = /^(?:data|aria)-/;
/** React prints them by rules that no view has needed yet. */
const UNKNOWN = new Set(['style', 'muted', 'is', 'nonce']);

function createPrinter(name: string): PrintAttribute {
  const renamed = RENAMED[name];
  if (renamed) return renamed[0](` ${renamed[1]}="`);
  const kind = kinds.get(name);
  if (kind) return kind(` ${name}="`);
  if (/^on./i.test(name)) return printNothing;
  if (UNKNOWN.has(name) || !PLAIN.test(name)) throw new UnknownToHtml(`Attribute ${name}`);
  return WITH_BOOLEANS.test(name) ? ofAnyText(` ${name}="`) : ofText(` ${name}="`);
}
