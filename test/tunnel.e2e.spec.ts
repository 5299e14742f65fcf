import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvelope, createEventId } from '../apps/monitoring-relay/test/support/envelopes.ts';
import { publicKey, startRelay } from '../apps/monitoring-relay/test/support/started-relay.ts';
import { findProxy } from '../scripts/support/proxies.mjs';
import { root } from '../scripts/support/root.mjs';
import { Command } from './support/command.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { ask } from './support/http.ts';

/** What the document says stands in for the relay's address. */
const RELAY = '127.0.0.1:3001';
const DSN = `http://${publicKey}@errata.example.com/1`;

interface Proxy {
  readonly name: string;
  readonly program: string | undefined;
  /** Language of the block in the document. */
  readonly language: string;
  readonly toArgs: (folder: string, file: string) => string[];
  /** A whole configuration around the lines of the document. */
  readonly toConfiguration: (lines: string, folder: string, port: number) => string;
}

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: process.env['ERRATA_NGINX'] || findProxy('nginx'),
    language: 'nginx',
    toArgs: (folder, file) => ['-p', folder, '-c', file, '-e', 'stderr'],
    toConfiguration: (lines, folder, port) => `
      daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
          .join('\n')}
        server {
          listen 127.0.0.1:${port};
          location = /health/live { return 200 'the application'; }
          ${lines}
        }
      }`,
  },
  {
    name: 'Caddy',
    program: process.env['ERRATA_CADDY'] || findProxy('caddy'),
    language: 'caddyfile',
    toArgs: (_folder, file) => ['run', '--adapter', 'caddyfile', '--config', file],
    toConfiguration: (lines, _folder, port) => `
      {
        admin off
        auto_https off
      }
      http://127.0.0.1:${port} {
        respond /health/live "the application" 200
        ${lines}
      }`,
  },
];

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function readLines(language: string): string {
  const text = readFileSync(join(root, 'docs', 'tunnel.md'), 'utf8');
  const lines = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1];
  if (!lines?.includes(RELAY)) throw new Error(`No lines for ${language} in docs/tunnel.md.`);
  return lines;
}

/** The server of an application with the lines of the document in it; resolves with its address. */
async function startProxy(proxy: Proxy, upstream: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-proxy-'));
  const [port] = (await findFreePorts(1)) as [number];
  const lines = readLines(proxy.language).replaceAll(RELAY, upstream);
  const file = join(folder, 'configuration');
  writeFileSync(file, proxy.toConfiguration(lines, folder, port));
  const command = new Command(proxy.program!, proxy.toArgs(folder, file), {
    cwd: folder,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  ends.push(async () => {
    command.signalGroup('SIGTERM');
    await command.closed;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${proxy.name} to answer`, async () => {
    return (await ask(`${url}/health/live`)).text === 'the application';
  });
  return url;
}

function post(url: string, body: string): Promise<Response> {
  const headers = {
    'Content-Type': 'text/plain;charset=UTF-8',
    Origin: url,
    Cookie: 'session=of-the-application',
  };
  return fetch(`${url}/monitoring?o=7`, { method: 'POST', headers, body });
}

/** With a file that is larger than servers take unless they are told. */
function createLargeEnvelope(eventId: string): string {
  const file = 'x'.repeat(3_000_000);
  const item = JSON.stringify({ type: 'attachment', length: file.length, filename: 'log.txt' });
  return `${createEnvelope({ dsn: DSN, eventId })}\n${item}\n${file}\n`;
}

describe.each(proxies)('$name with the lines of docs/tunnel.md', (proxy) => {
  if (!proxy.program) {
    it(`names the relay where ${proxy.name} is not at hand to be tried`, () => {
      expect(readLines(proxy.language)).toContain('/monitoring');
    });
    return;
  }

  it('passes reports on to the relay, large ones too, and its answers back', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '3' });
    const url = await startProxy(proxy, new URL(relay.url).host);
    const [small, large] = [createEventId(), createEventId()];

    const taken = [
      await post(url, createEnvelope({ dsn: DSN, eventId: small })),
      await post(url, createLargeEnvelope(large)),
    ];
    expect(taken.map(({ status }) => status)).toEqual([200, 200]);
    expect(await taken[0]!.json()).toEqual({ id: small });
    expect(await taken[1]!.json()).toEqual({ id: large });

    // In the next minute there would be room for some more.
    const { headers } = await eventually('a refusal', async () => {
      const answer = await post(url, createEnvelope({ dsn: DSN }));
      return answer.status === 429 && answer;
    });
    expect(headers.get('X-Sentry-Rate-Limits')).toMatch(/^\d+:[a-z;]+:key$/);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('keeps the cookies of the application to itself', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const upstream = createServer((request, response) => {
      seen.push(request.headers);
      request.resume().on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    ends.push(async () => {
      upstream.closeAllConnections();
      await once(upstream.close(), 'close');
    });
    const { port } = upstream.address() as AddressInfo;
    const url = await startProxy(proxy, `127.0.0.1:${port}`);

    expect((await post(url, createEnvelope({ dsn: DSN }))).status).toBe(200);

    expect(seen).toHaveLength(1);
    expect(seen[0]!.cookie ?? '').toBe('');
    expect(seen[0]!.origin).toBe(url);
  });
});
