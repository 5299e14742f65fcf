import type { OperationKind } from '#shared';
import { toHostName } from './host-name.ts';
import { readAttribute, readAttributeText } from './read-attribute.ts';
import { toSegmentName } from './segment-name.ts';
import type { Span } from './span.ts';
import { toStatementName } from './statement-name.ts';

/** Returns the name by which calls of an operation are counted, without values. */
export function toOperationName(span: Span, kind: OperationKind): string {
  if (kind === 'db') return toDatabaseName(span);
  if (kind === 'cache') return toCacheName(span);
  if (kind === 'http') return findCalledHost(span) ?? 'unknown host';
  if (kind === 'resource') return toSegmentName(span.op.slice('resource.'.length));
  if (kind === 'other') return toSegmentName(span.op);
  const destination = readAttributeText(span.attributes, 'messaging.destination.name');
  return toSegmentName(span.name || destination || span.op);
}

function toDatabaseName({ attributes, name, op }: Span): string {
  const read = (...names: string[]) => readAttributeText(attributes, ...names);
  const system = read('db.system.name', 'db.system');
  const statement = read('db.query.text', 'db.statement') ?? name;
  const folded = toStatementName(statement, system);
  if (folded !== undefined) return folded;
  const parts = [
    read('db.operation.name', 'db.operation'),
    read('db.collection.name', 'db.mongodb.collection', 'db.sql.table'),
  ].filter((part) => part !== undefined);
  return toSegmentName(parts.join(' ') || (findWords(statement) ?? system ?? op));
}

/** `pg-pool.connect` and `db.users.find({…})`, but no key or document. */
function findWords(text: string): string | undefined {
  return /^[a-z][a-z_-]*(?:\.[A-Za-z_]+){0,3}(?=\(|$)/.exec(text)?.[0];
}

/** Keys have values of users, so only the command is read. */
function toCacheName({ attributes, name, op }: Span): string {
  if (op.startsWith('cache.')) return toSegmentName(op);
  const sent = readAttributeText(attributes, 'db.operation.name', 'db.operation', 'db.query.text');
  const command = /^(?:redis[-.])?([a-z]{2,20})(?:[\s(]|$)/i.exec(sent ?? name)?.[1];
  return command?.toUpperCase() ?? toSegmentName(op);
}

/** `server.address` is the asked host for JavaScript and Go, the sender's for Python, which has URLs. */
function findCalledHost({ address, attributes, name }: Span): string | undefined {
  const authority = /^[a-z][a-z\d+.-]{0,20}:\/\/([^/?#]*)/i.exec(address ?? '')?.[1];
  if (authority !== undefined) return toHostName(authority);
  const named = readAttributeText(attributes, 'server.address', 'net.peer.name', 'url.domain');
  const port = readAttribute(attributes, 'server.port', 'net.peer.port');
  if (named === undefined) return toHostName(/^(?:[A-Z]+ )?([^\s/?#]+)$/.exec(name)?.[1] ?? '');
  return toHostName(port === undefined || named.includes(':') ? named : `${named}:${port}`);
}
