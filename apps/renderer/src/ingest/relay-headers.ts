import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { requestHeader, senderHeader } from '#persistence';

/**
 * Headers that concern one connection only (RFC 9110, section 7.6.1). The list includes `Host`,
 * because the relay has its own host name.
 */
const HOP_BY_HOP = [
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export function withoutHopByHop(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

interface Passed {
  readonly hasBody: boolean;
  readonly sender: string;
  readonly name: string;
}

/**
 * Returns the headers for the relay.
 *
 * - A POST gets `Content-Length` or chunked encoding; other requests get neither. The relay would
 *   read an unexpected body as the next request.
 * - Headers of the renderer that the client sends are replaced, so that clients cannot claim another
 *   address, or another request's name.
 * - Cookies are dropped: browsers send the console's session cookie even to `/monitoring`, and
 *   the relay does not need it.
 */
export function toRelayHeaders(
  request: IncomingMessage,
  { hasBody, sender, name }: Passed,
): OutgoingHttpHeaders {
  const {
    'content-length': _length,
    cookie: _cookie,
    ...headers
  } = withoutHopByHop(request.headers);
  const forwardedFor = [request.headers['x-forwarded-for'], request.socket.remoteAddress];
  return {
    ...headers,
    'x-forwarded-for': forwardedFor.flat().filter(Boolean).join(', '),
    [senderHeader]: sender,
    [requestHeader]: name,
    ...(hasBody ? toFraming(request.headers['content-length']) : {}),
  };
}

function toFraming(length: string | undefined): OutgoingHttpHeaders {
  return length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}
