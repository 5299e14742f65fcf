import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { ViewRenderer } from '../src/rendering/build/view-renderer.ts';
import { listenOnLoopback } from './platform/harness/index.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { PeopledRenderer } from './support/peopled-renderer.ts';
import { openReportSink } from './support/report-sink.ts';
import type { ReportSink } from './support/report-sink.ts';

const CONNECTIONS = 10;
const REQUESTS = 30;

describe('pages that a person asks for and does not read', () => {
  let relay: ReportSink;
  let renderer: PeopledRenderer;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    relay = await openReportSink();
    renderer = await startPeopledRenderer({ RELAY_URL: new URL(relay.dsn).origin });
  });

  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await renderer.end();
    relay.end();
  });

  it('keep no report waiting until they are rendered', async () => {
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
});
