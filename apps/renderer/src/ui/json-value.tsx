import type { JsonValue } from '#shared';
import type { ReactNode } from 'react';

/** What fits a line stays on one. */
const LINE_LENGTH = 80;

/** A value as an SDK sent it: text as text, the rest as JSON, wrapped wherever it must. */
export function JsonText({ value }: { readonly value: JsonValue }): ReactNode {
  if (typeof value === 'string') {
    return (
      <bdi className="font-mono text-xs whitespace-pre-wrap">{value === '' ? '""' : value}</bdi>
    );
  }
  if (typeof value !== 'object' || value === null) {
    return <span className="font-mono text-xs">{String(value)}</span>;
  }
  const lines = JSON.stringify(value, null, 2);
  // Line breaks within strings are escaped: those that are left were put in for reading.
  const line = lines.replaceAll(/\n */g, ' ');
  if (line.length <= LINE_LENGTH) return <code className="font-mono text-xs">{line}</code>;
  return (
    <pre className="max-h-80 overflow-y-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {lines}
    </pre>
  );
}
