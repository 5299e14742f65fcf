import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, it } from '@jest/globals';
import { CompanionsService } from './companions.service.ts';

const facts = { id: 1, contentType: 'text/plain', type: 'event.attachment', receivedAtMs: 0 };

/** A service over one attachment, of which so much is there. */
function createService(bytes: number, there: number): CompanionsService {
  return new CompanionsService(
    {
      list: async () => [],
      find: async () => ({ ...facts, name: 'a', bytes }),
      read: async function* read() {
        yield Buffer.alloc(there);
      },
    },
    { list: async () => [] },
  );
}

it('gives a file as a stream of its bytes', async () => {
  const file = await createService(3, 3).open(1, 1);
  expect(Buffer.concat(await file!.content.toArray())).toHaveLength(3);
});

it('breaks off where less is there than was said, so that nobody takes it for the whole', async () => {
  const file = await createService(300_000, 200_000).open(1, 1);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': file!.bytes });
    pipeline(file!.content, response, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  server.close();
});
