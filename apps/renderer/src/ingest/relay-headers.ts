import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { senderHeader } from '#persistence';

/** Headers that concern one connection alone (RFC 9110, 7.6.1), and Host, which is the relay's own. */
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

/** Headers without those of the one connection, the ones that `Connection` itself names included. */
export function withoutHopByHop(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

/** What is said of a request that the relay cannot see of it. */
interface Passed {
  readonly hasBody: boolean;
  /** Whose request it is, signed. */
  readonly sender: string;
}

/**
 * What the relay is sent. The framing is made anew and always said: without a length the body is
 * chunked, and a request that is passed on without its body says that it has none. A body that the
 * relay does not know of would be read there as the next request. What it says of its sender itself is replaced.
 * Cookies stay here: browsers send those of the console to its `/monitoring`, too, and the relay has no use for a session.
 */
export function toRelayHeaders(
  request: IncomingMessage,
  { hasBody, sender }: Passed,
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
    ...(hasBody ? toFraming(request.headers['content-length']) : {}),
  };
}

function toFraming(length: string | undefined): OutgoingHttpHeaders {
  return length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}
