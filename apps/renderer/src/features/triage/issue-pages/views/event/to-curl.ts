import type { EventRequest, JsonValue } from '#shared';

/**
 * curl sets these headers itself. Cookies are left out, since Errata does not keep their values.
 */
const LEFT_OUT = /^(?:host|content-length|connection|accept-encoding|transfer-encoding|cookie)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Returns a POSIX shell command that repeats the request without its cookies. All text from senders
 * is inside single quotes, and curl never reads it as a file name. Returns undefined when the URL
 * is not http or https.
 */
export function toCurl(request: EventRequest): string | undefined {
  const { method = 'GET', url = '', query = '', headers, body } = request;
  if (!/^https?:\/\//i.test(url)) return undefined;
  const address = query === '' || url.includes('?') ? url : `${url}?${query}`;
  const sent = headers.filter(([name]) => HEADER_NAME.test(name) && !LEFT_OUT.test(name));
  const data = toData(body, toType(sent));
  const isUsual = method === (data === undefined ? 'GET' : 'POST');
  return [
    // `--globoff` keeps curl from expanding brackets in the address.
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

/** Removes NUL characters, which a shell cannot take as part of an argument. */
function quote(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`;
}
