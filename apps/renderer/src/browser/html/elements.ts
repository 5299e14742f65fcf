import type { ReactNode } from 'react';
import { printAttribute } from './attributes.ts';
import { escapeHtml } from './escape-html.ts';
import { UnknownToHtml } from './unknown-to-html.ts';

export interface Props {
  readonly children?: ReactNode;
  readonly [name: string]: unknown;
}

/** Elements that hold nothing and have no end. */
const VOID = new Set('area br col embed hr input keygen param source track wbr'.split(' '));
/** Elements that React moves, collects or loads. */
const UNKNOWN = new Set(
  'base body foreignObject head html img link listing math menuitem meta noscript object picture script style'.split(
    ' ',
  ),
);
const TAG = /^[a-z][a-zA-Z\d]*$/;

/** Props that React writes after all others, in this order. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  input: ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget'],
  button: ['name', 'formAction', 'formEncType', 'formMethod', 'formTarget'],
  form: ['action', 'encType', 'method', 'target'],
};
/** Props that are no attributes there. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  input: ['checked', 'value'],
  select: ['value'],
  textarea: ['value'],
  option: ['selected'],
};

/** How the opening tag of an element is written. */
interface Tag {
  readonly start: string;
  readonly isVoid: boolean;
  readonly late: readonly string[];
  /** What is not printed where it stands among the props. */
  readonly apart: ReadonlySet<string> | undefined;
}

const tags = new Map<string, Tag>();

function getTag(name: string): Tag {
  let tag = tags.get(name);
  if (!tag) {
    if (UNKNOWN.has(name) || !TAG.test(name)) throw new UnknownToHtml(`Element ${name}`);
    const late = LATE[name] ?? [];
    const apart = new Set([...late, ...(WITHOUT[name] ?? [])]);
    tag = {
      start: `<${name}`,
      isVoid: VOID.has(name),
      late,
      apart: apart.size > 0 ? apart : undefined,
    };
    tags.set(name, tag);
  }
  return tag;
}

/** The element when it is one that holds nothing; undefined of all others. */
export function printChildlessElement(name: string, props: Props): string | undefined {
  const tag = getTag(name);
  if (!tag.isVoid) return undefined;
  if (props.children != null) throw new UnknownToHtml(`Children of ${name}`);
  const state = name === 'input' ? printInputState(props) : '';
  return `${tag.start}${printAttributes(tag, props)}${state}/>`;
}

function printInputState({ checked, defaultChecked, value, defaultValue }: Props): string {
  const isChecked = checked ?? defaultChecked;
  const shown = value ?? defaultValue;
  return (isChecked ? ' checked=""' : '') + (shown == null ? '' : printAttribute('value', shown));
}

/** `selected`: of the select around. */
export function printOpeningTag(name: string, props: Props, selected: unknown): string {
  const tag = getTag(name);
  const attributes = printAttributes(tag, props);
  const chosen = name === 'option' && isChosen(props, selected) ? ' selected=""' : '';
  return `${tag.start}${attributes}${chosen}>`;
}

function printAttributes({ start, late, apart }: Tag, props: Props): string {
  let printed = '';
  for (const name in props) {
    if (name === 'children') continue;
    const value = props[name];
    if (value === undefined || value === null || apart?.has(name)) continue;
    // Of other elements an empty address is none.
    const isHere = value === '' && name === 'href' && start === '<a';
    printed += isHere ? ' href=""' : printAttribute(name, value);
  }
  return late.length === 0 ? printed : printed + printLate(late, props);
}

function printLate(late: readonly string[], props: Props): string {
  let printed = '';
  for (const name of late) {
    const value = props[name];
    if (typeof value === 'function') throw new UnknownToHtml(`A function as ${name}`);
    if (value !== undefined && value !== null) printed += printAttribute(name, value);
  }
  return printed;
}

function isChosen({ value, selected: isSelected, children }: Props, selected: unknown): boolean {
  if (selected === undefined || selected === null) return Boolean(isSelected);
  if (Array.isArray(selected)) throw new UnknownToHtml('Several that are selected');
  if (value == null && typeof children !== 'string') throw new UnknownToHtml('An option of parts');
  return toText(selected) === toText(value ?? children);
}

/** HTML that stands in an element as it is; undefined where its children do. */
export function findInnerHtml(name: string, props: Props): string | undefined {
  if (name === 'textarea') return keepFirstLine(escapeHtml(printTextOfArea(props)));
  const { children, dangerouslySetInnerHTML: inner } = props;
  if (inner !== undefined && inner !== null) {
    const { __html: html } = inner as { readonly __html: unknown };
    if (name === 'pre' || typeof html !== 'string' || children != null) {
      throw new UnknownToHtml(`HTML in ${name}`);
    }
    return html;
  }
  return name === 'pre' && typeof children === 'string'
    ? keepFirstLine(escapeHtml(children))
    : undefined;
}

function printTextOfArea({ value, defaultValue, children, ...rest }: Props): string {
  if (children != null || rest['dangerouslySetInnerHTML'] != null) {
    throw new UnknownToHtml('Children of textarea');
  }
  return toText(value ?? defaultValue ?? '');
}

function toText(value: unknown): string {
  return String(value);
}

/** Parsers leave out an end of a line that comes first there. */
function keepFirstLine(html: string): string {
  return html.startsWith('\n') ? `\n${html}` : html;
}
