import type { EventRequest, JsonValue } from '#shared';

/** Headers that curl sets itself, and cookies, whose values Errata does not keep. */
const LEFT_OUT = /^(?:host|content-length|connection|accept-encoding|transfer-encoding|cookie)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * A command for a POSIX shell that sends the request again, without its cookies. All that senders wrote stands between single
 * quotes, and nowhere where curl would read a file. Undefined for a request without an address of http.
 */
export function toCurl(request: EventRequest): string | undefined {
  const { method = 'GET', url = '', query = '', headers, body } = request;
  if (!/^https?:\/\//i.test(url)) return undefined;
  const address = query === '' || url.includes('?') ? url : `${url}?${query}`;
  const sent = headers.filter(([name]) => HEADER_NAME.test(name) && !LEFT_OUT.test(name));
  const data = toData(body, toType(sent));
  const isUsual = method === (data === undefined ? 'GET' : 'POST');
  return [
    // Brackets of an address are its own.
    `curl --globoff ${quote(address)}`,
    ...(isUsual ? [] : [`-X ${quote(method)}`]),
    ...sent.map(([name, value]) => `-H ${quote(`${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}`)}`),
    ...(data === undefined ? [] : [`--data-raw ${quote(data)}`]),
  ].join(' \\\n  ');
}

function toType(headers: EventRequest['headers']): string {
  return headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
}

function toData(body: JsonValue | undefined, type: string): string | undefined {
  if (body === undefined || body === null || body === '') return undefined;
  if (typeof body === 'string') return body;
  const isForm =
    type.startsWith('application/x-www-form-urlencoded') && !Array.isArray(body) && isObject(body);
  return isForm
    ? new URLSearchParams(
        Object.entries(body).flatMap(([name, value]) =>
          [value].flat().map((each) => [name, toText(each)]),
        ),
      ).toString()
    : JSON.stringify(body);
}

function isObject(body: JsonValue): body is Readonly<Record<string, JsonValue>> {
  return typeof body === 'object' && body !== null;
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** No shell reads a NUL. */
function quote(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`;
}
