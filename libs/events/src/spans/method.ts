import { type JsonObject, readObject } from '../json/shape.ts';
import { readAttribute } from './read-attribute.ts';

const METHODS: ReadonlySet<string> = new Set(
  'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT QUERY'.split(' '),
);

/** Splits `GET /orders` into its method and the rest. A sender's own methods do not count. */
export function splitMethod(name: string): readonly [method: string | undefined, rest: string] {
  const first = name.slice(0, 10).split(' ', 1)[0]!;
  return METHODS.has(first) ? [first, name.slice(first.length).trimStart()] : [undefined, name];
}

export function readMethod(
  attributes: JsonObject,
  name: string,
  event?: JsonObject,
): string | undefined {
  const sent =
    readAttribute(attributes, 'http.request.method', 'http.method') ??
    readObject(event?.['request'])?.['method'] ??
    splitMethod(name)[0];
  const method = typeof sent === 'string' ? sent.toUpperCase() : '';
  return METHODS.has(method) ? method : undefined;
}
