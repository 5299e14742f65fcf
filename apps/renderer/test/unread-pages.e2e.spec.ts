import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import supertest from 'supertest';
import { ReportedReleaseStore } from '#product/recording/releases';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { ViewRenderer } from '../src/rendering/build/view-renderer.ts';
import { listenOnLoopback } from './platform/harness/index.ts';
import { makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { openReportSink } from './support/report-sink.ts';

const CONNECTIONS = 10;
const REQUESTS = 30;

describe('Requests of a visitor', () => {
  const relay = hold(openReportSink);
  const renderer = hold(() => startPeopledRenderer({ RELAY_URL: new URL(relay.dsn).origin }));
  const sockets: Socket[] = [];

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
  });

  it('keep no report waiting until their unread pages are rendered', async () => {
    const address = await listenOnLoopback(renderer);
    const render = jest.spyOn(renderer.app.get(ViewRenderer, { strict: false }), 'render');
    const page = `GET /people HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nCookie: ${renderer.cookieOf('owner')}\r\n\r\n`;
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1').pause();
      sockets.push(socket);
      socket.write(page.repeat(REQUESTS));
    }
    await eventually('a page', () => render.mock.calls.length > 0);
    const answer = await fetch(`${address}/api/1/envelope/`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(200);
    expect(render.mock.calls.length).toBeLessThan((CONNECTIONS * REQUESTS) / 2);
  });

  it('begin eight at once for a token, while another token gets its answers', async () => {
    const server = renderer.app.getHttpServer();
    const ask = async (path: string, token: string) =>
      supertest(server)
        .get(`/api/0/organizations/errata/${path}/`)
        .set({ Host: 'localhost', Authorization: `Bearer ${token}` })
        .expect(200);
    const token = await makeToken(renderer, 'organisation', ['project:read']);
    const other = await makeToken(renderer, 'viewer', ['project:read']);
    let answer!: (releases: never[]) => void;
    const held = new Promise<never[]>((resolve) => (answer = resolve));
    const releases = renderer.app.get(ReportedReleaseStore, { strict: false });
    const list = jest.spyOn(releases, 'list').mockReturnValue(held);
    let arrived = 0;
    server.on('request', () => (arrived += 1));
    const asked = Array.from({ length: 12 }, () => ask('releases', token));
    await eventually('all requests', () => arrived === 12);
    await ask('repos', other);
    const begun = list.mock.calls.length;
    answer([]);
    await Promise.all(asked);
    expect(begun).toBe(8);
  });
});
