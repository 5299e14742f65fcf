import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { RelayProcess } from './support/relay-process.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

it('a relay that was paused keeps no report whose sender has gone meanwhile', async () => {
  const dataDir = createTemporaryFolder();
  const relay = await RelayProcess.start({ dataDir });
  const { hostname, port, pathname, search } = new URL(relay.address);
  relay.signal('SIGSTOP');
  const leave: ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.resetAndDestroy(),
  ];
  for (const go of leave) {
    const body = createEnvelope();
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}`;
    await new Promise((resolve) => socket.write(`${head}\r\n\r\n${body}`, resolve));
    go(socket);
  }
  relay.signal('SIGCONT');
  const eventId = createEventId();
  expect((await relay.send(createEnvelope({ eventId }))).status).toBe(200);
  await relay.drained();
  expect(readStoredEvents(dataDir).ids).toEqual([eventId]);
});
