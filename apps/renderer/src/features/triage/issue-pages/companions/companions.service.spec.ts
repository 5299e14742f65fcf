import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { CompanionsService } from './companions.service.ts';

const facts = { id: 1, contentType: 'text/plain', type: 'event.attachment', receivedAtMs: 0 };

const event = { projectId: 1, eventId: 'a'.repeat(32) };

/** A service over so many attachments of each event. */
function createServiceOf(count: number): CompanionsService {
  return new CompanionsService(
    {
      list: async (_projectId, _eventId, limit) =>
        Array.from({ length: Math.min(count, limit ?? 0) }, () => ({
          ...facts,
          name: 'a',
          bytes: 1,
        })),
      find: async () => undefined,
      read: async function* read() {},
    },
    { list: async () => [] },
  );
}

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

it('has as many files of an event as are kept of one, and says that there are more', async () => {
  const most = reportLimits.attachmentsPerEvent;
  const all = await createServiceOf(most).list(event);
  expect(all.attachments).toHaveLength(most);
  expect(all.hasMoreAttachments).toBeUndefined();
  const first = await createServiceOf(most + 1).list(event);
  expect(first.attachments).toHaveLength(most);
  expect(first.hasMoreAttachments).toBe(true);
  expect(await createServiceOf(0).list(event)).toEqual({});
});
