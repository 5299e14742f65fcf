import type { JsonValue } from '#shared';
import type { ReactNode } from 'react';

/** What fits a line stays on one. */
const LINE_LENGTH = 80;

/** A string of JSON, its quotes with it. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** One that has quotes of its own, as Python's `repr` writes them: `'GBP'`, `b'\\x00'`. */
const REPR = /^"[bu]?(?:'.*'|\\".*\\")"$/;

function unquote(string: string): string {
  return string.slice(1, -1).replaceAll(/\\(["\\])/g, '$1');
}

/** A value as an SDK sent it: text as text, the rest as JSON, wrapped wherever it must. */
export function JsonText({
  value,
  areReprs = false,
}: {
  readonly value: JsonValue;
  /** Whether each text in it is what a language prints of a value, as Python's SDK sends variables. */
  readonly areReprs?: boolean;
}): ReactNode {
  if (typeof value === 'string') {
    return (
      <bdi className="font-mono text-xs whitespace-pre-wrap">{value === '' ? '""' : value}</bdi>
    );
  }
  if (typeof value !== 'object' || value === null) {
    return <span className="font-mono text-xs">{String(value)}</span>;
  }
  const lines = JSON.stringify(value, null, 2).replaceAll(STRING, (string) =>
    areReprs || REPR.test(string) ? unquote(string) : string,
  );
  // Line breaks within strings are escaped: those that are left were put in for reading.
  const line = lines.replaceAll(/\n */g, ' ');
  if (line.length <= LINE_LENGTH) return <code className="font-mono text-xs">{line}</code>;
  return (
    <pre className="max-h-80 overflow-y-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {lines}
    </pre>
  );
}
