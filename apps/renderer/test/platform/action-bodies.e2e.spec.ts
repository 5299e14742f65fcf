import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Agent, request as ask } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { getDefaultHighWaterMark } from 'node:stream';
import { text } from 'node:stream/consumers';
import { seededRandom } from '../../../../bench/fixtures/random.mjs';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { holdPlatform } from './support/spec-platform.ts';

const MEGABYTE = 1_000_000;
const READ = 64 * 1024;
/**
 * Maximum bytes that the server reads of a refused request: the bytes that it discards, one more
 * read at either end, and the buffer of an unread stream (64 KiB since Node 22).
 */
const DISCARDED = 256 * 1024 + 2 * READ + getDefaultHighWaterMark(false);

const BODIES = 2000;
const OWN = 'http://localhost:3000';

interface Sending {
  readonly name: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly next: () => Buffer | undefined;
}

describe('the request body of an action', () => {
  const platform = holdPlatform();
  const sockets: Socket[] = [];
  let origin: string;

  beforeAll(async () => {
    origin = await platform.listen();
    platform.app.getHttpServer().on('connection', (socket: Socket) => sockets.push(socket));
  });

  beforeEach(() => void sockets.splice(0));

  async function send({ name, headers = {}, next }: Sending): Promise<IncomingMessage> {
    const sending = ask(`${origin}/boards/z`, {
      method: 'POST',
      agent: new Agent(),
      headers: { Origin: origin, Action: name, ...headers },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sending.once('response', resolve).once('error', reject);
    });
    // The server closes the connection while this request is still sending.
    sending.on('error', () => undefined);
    const push = (): void => {
      while (!sending.destroyed) {
        const chunk = next();
        if (!chunk) return void sending.end();
        if (!sending.write(chunk)) return void sending.once('drain', push);
      }
    };
    push();
    return answered;
  }

  const bytesRead = (): number => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);

  it.each([
    ['with Content-Length', { 'Content-Length': 100 * MEGABYTE }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('is not read when a guard refuses: 100 MB %s', async (_how, headers) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let left = 100 * MEGABYTE;
    const answer = await send({
      name: 'add',
      headers: { ...headers, [SCRIPT_HEADER]: 'guard.action=403', 'Content-Type': 'text/plain' },
      next: () => ((left -= chunk.length) > 0 ? chunk : undefined),
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers.connection).toBe('close');
    expect(JSON.parse(await text(answer))).toMatchObject({ status: 403 });
    expect(bytesRead()).toBeLessThan(DISCARDED);
  });

  it('is not read beyond its maximum size', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const answer = await send({
      name: 'attach',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      next: () => chunk,
    });
    expect(answer.statusCode).toBe(413);
    expect(await text(answer)).toBe('The form is too large: at most 200000 bytes are accepted.');
    expect(bytesRead()).toBeLessThan(200_000 + DISCARDED);
  });

  it('never causes a server error: 2,000 random bodies', async () => {
    const random = seededRandom(20_261_120);
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const counts = new Map<number, number>();
    const one = async (): Promise<void> => {
      const { headers, body, action } = toAnything(random);
      const sending = ask(`${origin}/boards/fuzz?_action=${action}`, {
        method: 'POST',
        agent,
        headers,
      });
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sending.once('response', resolve).once('error', reject);
        sending.end(body);
      });
      answer.resume();
      const status = answer.statusCode ?? 0;
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status >= 500)
        throw new Error(`${status}: ${JSON.stringify(headers)} ${body.toString('hex')}`);
    };
    for (let sent = 0; sent < BODIES; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, one));
    }
    agent.destroy();
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(BODIES);
    expect([...counts.keys()]).toEqual(
      expect.arrayContaining([200, 303, 400, 403, 404, 413, 415, 422]),
    );
    expect(platform.log).toEqual([]);
  });
});

type Random = () => number;

function toAnything(random: Random) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const values: Record<string, readonly (string | undefined)[]> = {
    'Content-Type': [
      'application/x-www-form-urlencoded',
      'application/json',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary="x y"',
      'multipart/form-data',
      'text/plain',
      'application/json; charset=latin1',
      undefined,
      '\u00ff/\u00fe',
    ],
    Origin: [OWN, OWN, 'null', 'https://evil.example', undefined],
    Action: [undefined, 'add', 'add', 'attach', 'mark', '', 'x'.repeat(300), '__proto__'],
    'Router-State': [undefined, undefined, '{', 'b1 /a', 'x'.repeat(9000)],
    Accept: [undefined, 'text/html', 'application/json', '*/*'],
    Cookie: [undefined, 'mark=1', '=;;=', 'a'.repeat(500)],
    'Content-Encoding': [undefined, undefined, undefined, 'gzip', 'identity', 'br'],
  };
  const picked = Object.entries(values).map(([name, from]) => [name, pick(from)] as const);
  const headers = Object.fromEntries(picked.filter(([, value]) => value !== undefined));
  return { headers, body: toBody(random, pick), action: pick(['add', 'attach', 'lead', '%', '']) };
}

function toBody(random: Random, pick: <T>(from: readonly T[]) => T): Buffer {
  const piece = (): string =>
    pick([
      'note=',
      'note=a&note=b',
      '&',
      '%',
      '%00',
      '\0',
      '{"note":',
      '"x"',
      '}',
      '[',
      ']',
      '{"__proto__":{"note":1}}',
      '{"note":"fine"}',
      '--x\r\n',
      '--x--\r\n',
      'Content-Disposition: form-data; name="note"\r\n\r\n',
      'Content-Disposition: form-data; name="file"; filename="../x"\r\n\r\n',
      'Content-Type: text/plain\r\n',
      '\r\n',
      'x'.repeat(Math.floor(random() * 500)),
      String.fromCharCode(Math.floor(random() * 65_536)),
    ]);
  if (random() < 0.05) return Buffer.alloc(220_000, 'x');
  const pieces = Array.from({ length: Math.floor(random() * 8) }, piece);
  return Buffer.from(pieces.join(''), pick(['utf8', 'latin1']));
}
