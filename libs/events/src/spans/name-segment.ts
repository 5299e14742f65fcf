import type { SegmentKind, SegmentName } from '#shared';
import { readAttributeText } from './read-attribute.ts';
import { toSegmentName } from './segment-name.ts';
import type { Span } from './span.ts';
import { toSegmentKind } from './span-kinds.ts';
import { toStatementName } from './statement-name.ts';

/** Names by which the browser's SDK 11 calls every page, and the kinds that they mean. */
const pageKinds: ReadonlyMap<string, SegmentKind> = new Map([
  ['Pageload', 'page'],
  ['Navigation', 'navigation'],
]);
/** Sources whose names have no values: the framework, or the program, names the route. */
const NAMED = /^(?:route|view|component|task|template)$/;
/** The SDK for Python names a request by its whole URL when no route takes it. */
const OWN_HOST = /^https?:\/\/[^/?#]+(?=\/)/;

/** Returns kind and name by which the segment is counted. */
export function nameSegment(span: Span): SegmentName {
  const kind = toSegmentKind(span);
  const name = toName(span, kind);
  const isAddress = name.includes('/') && !NAMED.test(span.source ?? '');
  return isAddress ? { kind, name, isAddress } : { kind, name };
}

function toName(span: Span, kind: SegmentKind): string {
  const { name, op } = span;
  if (op.startsWith('db')) return toStatementName(name) ?? toSegmentName(op);
  const path = pageKinds.has(name) ? findPath(span) : undefined;
  if (kind !== 'request') return toSegmentName(path ?? (name || op));
  return toSegmentName(name.replace(OWN_HOST, '') || op, span.method);
}

function findPath({ attributes, address }: Span): string | undefined {
  const path = readAttributeText(attributes, 'url.template', 'url.path');
  return path ?? URL.parse(address ?? '')?.pathname;
}

/** Guesses the segment by its name as sent, when nothing else is known. Counting looks for those meant. */
export function guessSegment(sent: string): SegmentName {
  const name = sent.replace(OWN_HOST, '');
  const isRequest = /^(?:[A-Z]{3,7} )?\//.test(name);
  const kind = pageKinds.get(name) ?? (isRequest ? 'request' : 'task');
  return { kind, name: toSegmentName(name), isGuess: true };
}
