import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { sendToRelay } from './relay-sender.ts';

const scheduler = {
  runAfter: (_: number, task: () => void) => {
    queueMicrotask(task);
    return () => {};
  },
};

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

it.each([
  ['each envelope once, and a refused envelope again', 9, false, ALL, 'all sent'],
  ['nothing to a relay that goes on refusing', 9999, false, [], 'status 429.'],
  ['nothing when it is told to stop', 0, true, [], 'told to stop'],
])('sendToRelay sends %s', async (_, refused, isStopped, expected, ending) => {
  const taken: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    requests += 1;
    response.statusCode = requests > refused ? 200 : 429;
    if (requests > refused) taken.push(`${request.url} ${body}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const relayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const envelopes = (function* () {
    for (const envelope of ALL) yield { projectId: 3, publicKey: 'abc', envelope };
  })();
  const stop = new AbortController();
  if (isStopped) stop.abort(new Error('told to stop'));

  const sent = sendToRelay(envelopes, { relayUrl, scheduler, signal: stop.signal });
  const message = await sent.then(
    () => 'all sent',
    (error: Error) => error.message,
  );

  expect(message).toContain(ending);
  expect(taken.toSorted()).toEqual(expected.map((each) => `/api/3/envelope/ ${each}`));
  server.closeAllConnections();
  server.close();
});
