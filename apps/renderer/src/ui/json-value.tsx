import { findTextCut, foldsInTree, toJsonLayout } from '#shared';
import type { JsonLayout, JsonValue } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from './numbers/format-count.ts';

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Matches a string with the quotes of Python's `repr`, like `'GBP'` or `b'\\x00'`. */
const REPR = /^"[bu]?(?:'.*'|\\".*\\")"$/;

function unquote(string: string): string {
  return string.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
}

interface JsonTextProps {
  readonly value: JsonValue;
  /** True when each string is the `repr` of a value, as Python's SDK sends variables. */
  readonly areReprs?: boolean;
}

/**
 * Shows a string as text, and any other value as JSON. A large value becomes a tree with its first
 * level open.
 */
export function JsonText({ value, areReprs = false }: JsonTextProps): ReactNode {
  if (typeof value === 'string') {
    return (
      <bdi translate="no" className="font-mono text-xs whitespace-pre-wrap">
        {value === '' ? '""' : <LongText text={value} />}
      </bdi>
    );
  }
  const print = (shown: JsonValue): string => printJson(shown, areReprs);
  return (
    <div className="json">
      <LaidOutJson value={value} layout={toJsonLayout(value)} depth={0} print={print} />
    </div>
  );
}

interface LaidProps {
  readonly value: JsonValue;
  readonly layout: JsonLayout;
  readonly depth: number;
  readonly print: (value: JsonValue) => string;
}

function LaidOutJson({ value, layout, depth, print }: LaidProps): ReactNode {
  if (layout.kind === 'lines') return <pre translate="no">{print(value)}</pre>;
  // Line breaks within strings are escaped, so the remaining ones only format the JSON.
  if (layout.kind === 'line') {
    return (
      <code translate="no">
        <LongText text={print(value).replaceAll(/\n */g, ' ')} />
      </code>
    );
  }
  return (
    <ul>
      {layout.items.map(([name, item]) => (
        <li key={name}>
          <Named name={name} value={item} depth={depth + 1} print={print} />
        </li>
      ))}
    </ul>
  );
}

function Named({
  name,
  value,
  depth,
  print,
}: Omit<LaidProps, 'layout'> & { readonly name: string }): ReactNode {
  const layout = toJsonLayout(value, depth);
  const laid = <LaidOutJson value={value} layout={layout} depth={depth} print={print} />;
  if (!foldsInTree(value, layout)) {
    return (
      <>
        <b>{name}</b> {laid}
      </>
    );
  }
  return (
    <details>
      <summary>
        <b>{name}</b> <i>{sayLength(value)}</i>
      </summary>
      {laid}
    </details>
  );
}

function LongText({ text }: { readonly text: string }): ReactNode {
  const cut = findTextCut(text);
  if (cut === undefined) return text;
  return (
    <>
      {text.slice(0, cut)}
      <details className="json-rest">
        <summary>{formatQuantity(text.length - cut, 'more letter')}</summary>
        {text.slice(cut)}
      </details>
    </>
  );
}

function sayLength(value: JsonValue): string {
  return Array.isArray(value)
    ? formatQuantity(value.length, 'entry', 'entries')
    : formatQuantity(Object.keys(value as object).length, 'value');
}

function printJson(value: JsonValue, areReprs: boolean): string {
  return JSON.stringify(value, null, 2).replaceAll(STRING, (string) =>
    areReprs || REPR.test(string) ? unquote(string) : string,
  );
}
