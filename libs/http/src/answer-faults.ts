import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCatalogue, type ErrorCode, findOwn, reportLimits } from '#shared';
import type { ConnectionRules } from './connection-rules.ts';
import { endAfterDiscarding } from './end-after-discarding.ts';

interface ConnectionFault extends Error {
  readonly code?: string;
  /** The last bytes received. The beginning of a long request may be missing. */
  readonly rawPacket?: Buffer;
}

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.late',
};
const REQUEST_LINE = /^[A-Z]{3,16} (?<url>\S{1,2000})/;
const LONGEST_REQUEST_LINE = 2048;

/**
 * Sends the service's own refusals where Node.js would send a bare status: for malformed,
 * incomplete or late requests, too large headers, and unknown expectations.
 */
export function answerFaults(server: Server, rules: ConnectionRules): void {
  const broken = new WeakMap<Socket, BrokenConnection>();
  const answers = new CurrentAnswers();
  server.prependListener('request', (_request, response) => answers.note(response));
  server.on('clientError', (fault: ConnectionFault, socket: Socket) => {
    if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isWatched(answers.find(socket), rules)) return;
    const known = broken.get(socket);
    if (known) return known.discard();
    const connection = new BrokenConnection({ socket, fault, rules, answers });
    broken.set(socket, connection);
    connection.settle();
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    answers.note(response);
    const code = 'request.expectation_unknown';
    const { headers, body } = rules.refuse(code, request.url);
    response.writeHead(errorCatalogue[code].status, { ...headers, Connection: 'close' });
    response.write(body);
    endAfterDiscarding(request, response);
  });
}

/**
 * Whether the service itself watches how the request's body arrives. Such a body may take longer
 * than the server's timeout. Node.js reports the timeout once per request, so ignoring it once is
 * enough.
 */
function isWatched(answer: ServerResponse | undefined, rules: ConnectionRules): boolean {
  return answer !== undefined && !answer.headersSent && rules.watches(answer.req);
}

class CurrentAnswers {
  private readonly bySocket = new WeakMap<Socket, readonly ServerResponse[]>();

  note(answer: ServerResponse): void {
    const { socket } = answer.req;
    const unfinished = this.bySocket.get(socket)?.filter((earlier) => !earlier.writableFinished);
    this.bySocket.set(socket, [...(unfinished ?? []), answer]);
  }

  /**
   * Returns the answer that the connection is sending now. Later requests may already have arrived,
   * but Node.js gives the socket only to the answer whose turn it is.
   */
  find(socket: Socket): ServerResponse | undefined {
    return this.bySocket.get(socket)?.find((answer) => answer.socket === socket);
  }
}

interface BrokenParts {
  readonly socket: Socket;
  readonly fault: ConnectionFault;
  readonly rules: ConnectionRules;
  readonly answers: CurrentAnswers;
}

class BrokenConnection {
  private readonly knownBytes: number;

  constructor(private readonly parts: BrokenParts) {
    this.knownBytes = parts.socket.bytesRead;
  }

  /** Refuses the broken request once the answers to earlier, complete requests have been sent. */
  settle(): void {
    const { socket, fault, answers } = this.parts;
    if (socket.destroyed || !socket.writable) return void socket.destroy();
    const answer = answers.find(socket);
    if (answer?.headersSent || answer?.req.complete) {
      answer.once('close', () => this.settle());
      return;
    }
    const url = answer?.req.url ?? findUrl(fault);
    if (answer) letGo(socket, answer);
    this.refuse(url);
  }

  /**
   * Discards further unreadable bytes up to a limit. Closing at once could destroy the answer on
   * its way.
   */
  discard(): void {
    const { socket } = this.parts;
    if (socket.readableEnded) this.close();
    else if (socket.bytesRead - this.knownBytes > reportLimits.refusalDiscardBytes) socket.pause();
  }

  private refuse(url: string | undefined): void {
    const { socket, fault, rules } = this.parts;
    const code = findOwn(codes, fault.code ?? '') ?? 'request.malformed';
    const { headers, body } = rules.refuse(code, url);
    socket.end(toMessage(errorCatalogue[code].status, headers) + body);
    if (socket.readableEnded) return this.close();
    const timer = setTimeout(() => socket.destroy(), reportLimits.refusalDiscardMs).unref();
    socket.once('close', () => clearTimeout(timer));
  }

  private close(): void {
    const { socket, answers } = this.parts;
    if (!answers.find(socket)) socket.destroySoon();
  }
}

/**
 * Closes the unfinished answer as if the client had left, because the request's handler may still
 * try to answer.
 */
function letGo(socket: Socket, answer: ServerResponse): void {
  answer.detachSocket(socket);
  answer.destroy();
  answer.emit('close');
}

function findUrl({ rawPacket }: ConnectionFault): string | undefined {
  const start = rawPacket?.toString('latin1', 0, LONGEST_REQUEST_LINE) ?? '';
  return REQUEST_LINE.exec(start)?.groups?.['url'];
}

function toMessage(status: number, headers: Readonly<Record<string, string | number>>): string {
  const fields = { Date: new Date().toUTCString(), Connection: 'close', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
}
