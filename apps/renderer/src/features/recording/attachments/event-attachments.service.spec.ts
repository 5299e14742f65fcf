import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { AttachmentStore } from '#product/recording/attachments';
import { reportLimits } from '#shared';
import type { Download } from './attachment-files.ts';
import { AttachmentFiles } from './attachment-files.ts';
import { EventAttachmentsService } from './event-attachments.service.ts';

const facts = { id: 1, contentType: 'text/plain', type: 'event.attachment', receivedAtMs: 0 };

const event = { projectId: 1, eventId: 'a'.repeat(32) };

function serve(
  attachments: Pick<AttachmentStore, 'list' | 'find' | 'read'>,
): EventAttachmentsService {
  const files = new AttachmentFiles(attachments, { basePath: '/errata' });
  return new EventAttachmentsService(attachments, files);
}

function createServiceOf(count: number): EventAttachmentsService {
  return serve({
    list: async (_projectId, _eventId, limit) =>
      Array.from({ length: Math.min(count, limit ?? 0) }, (_, index) => ({
        ...facts,
        name: `core.${index}`,
        contentType: 'application/octet-stream',
        bytes: 1,
      })),
    find: async () => undefined,
    read: async function* read() {},
  });
}

function createService(bytes: number, there: number): EventAttachmentsService {
  return serve({
    list: async () => [],
    find: async () => ({ ...facts, name: 'a', bytes }),
    read: async function* read() {
      yield Buffer.alloc(there);
    },
  });
}

it('EventAttachmentsService opens an attachment as a stream of its bytes', async () => {
  const file = await createService(3, 3).open(1, 1);
  expect(Buffer.concat(await file!.content.toArray())).toHaveLength(3);
});

it('the download of an attachment with fewer bytes than announced breaks off', async () => {
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

it('EventAttachmentsService lists attachments up to the limit of an event, and says if there are more', async () => {
  const most = reportLimits.attachmentsPerEvent;
  const all = await createServiceOf(most).list(event, 7);
  expect(all?.attachments).toHaveLength(most);
  expect(all?.hasMoreAttachments).toBeUndefined();
  const first = await createServiceOf(most + 1).list(event, 7);
  expect(first?.attachments).toHaveLength(most);
  expect(first?.hasMoreAttachments).toBe(true);
  expect(await createServiceOf(0).list(event, 7)).toBeUndefined();
});

function createServiceWith(
  files: readonly (readonly [name: string, content: string | Buffer])[],
): EventAttachmentsService {
  const all = files.map(([name, content], index) => ({
    ...facts,
    id: index + 1,
    name,
    contentType: 'application/octet-stream',
    bytes: Buffer.from(content as string).length,
  }));
  return serve({
    list: async () => all,
    find: async (_issueId, id) => all.find((each) => each.id === id),
    read: async function* read(id) {
      yield Buffer.from(files[id - 1]![1] as string);
    },
  });
}

const toPng = (width: number, rest = ''): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    Buffer.from([0, 0, width >> 8, width & 255, 0, 0, 0, 9, ...Array(9).fill(0)]),
    Buffer.from(rest, 'latin1'),
  ]);
const PNG = toPng(9);

it('EventAttachmentsService previews pictures and short texts, and links to longer texts', async () => {
  const service = createServiceWith([
    ['shot.png', PNG],
    ['a.log', 'a line'],
    ['b.json', 'x'.repeat(9000)],
    ['core', 'a line'],
    ['c.txt', Buffer.from([0, 1, 2])],
  ]);
  const listed = await service.list(event, 7);
  expect(listed?.attachments.map(({ preview }) => preview)).toEqual([
    { kind: 'image', src: '/errata/issues/7/attachments/1/preview' },
    { kind: 'text', text: 'a line' },
    { kind: 'link' },
    undefined,
    undefined,
  ]);
});

it('EventAttachmentsService lists no more files on a page than it has room for', async () => {
  const service = createServiceWith(
    Array.from({ length: 90 }, (_, index) => [`${index}${'x'.repeat(600)}`, 'a line']),
  );
  const { attachments = [], hasMoreAttachments } = (await service.list(event, 7)) ?? {};
  expect(attachments.length).toBeGreaterThan(10);
  expect(attachments.length).toBeLessThan(90);
  expect(hasMoreAttachments).toBe(true);
  expect((await service.list(event))?.attachments).toHaveLength(90);
});

it('EventAttachmentsService shows three pictures of an event, and links to others', async () => {
  const names = ['a.png', 'b.png', 'c.png', 'd.png'];
  const service = createServiceWith(names.map((name) => [name, PNG]));
  const listed = await service.list(event, 7);
  expect(listed?.attachments.map(({ preview }) => preview?.kind)).toEqual([
    'image',
    'image',
    'image',
    'link',
  ]);
});

it('EventAttachmentsService shows no picture above 1 MiB or 4,096 pixels by itself', async () => {
  const service = createServiceWith([
    ['wide.png', toPng(4097)],
    ['long.png', toPng(9, 'x'.repeat(1024 * 1024))],
    ['small.png', toPng(4096)],
  ]);
  const listed = await service.list(event, 7);
  expect(listed?.attachments.map(({ preview }) => preview?.kind)).toEqual([
    'link',
    'link',
    'image',
  ]);
});

it('EventAttachmentsService blanks what a picture tells about its place in a preview alone', async () => {
  const picture = toPng(9, '\0\0\0\u0008eXIfat home.crc.\0\0\0\u0004IDATpixlcrc.');
  const service = createServiceWith([['shot.png', picture]]);
  const bytesOf = async (file?: Download) => Buffer.concat(await file!.content.toArray());
  const shown = await bytesOf(await service.openPreview(1, 1));
  expect(shown.toString('latin1')).toBe(
    picture.toString('latin1').replace('at home.crc.', '\0'.repeat(12)),
  );
  expect((await bytesOf(await service.open(1, 1))).equals(picture)).toBe(true);
});

it('EventAttachmentsService lists an attachment once that was sent again', async () => {
  const service = createServiceWith([
    ['a.log', 'a line'],
    ['a.log', 'a line'],
    ['a.log', 'another line'],
  ]);
  const listed = await service.list(event, 7);
  expect(listed?.attachments.map(({ id }) => id)).toEqual([1, 3]);
});

it('EventAttachmentsService opens a preview by the bytes of an attachment, whatever its name says', async () => {
  const service = createServiceWith([
    ['notes.txt', PNG],
    ['shot.png', '<script>alert(1)</script>'],
    ['core.txt', Buffer.from([0, 1])],
    ['long.log', 'x'.repeat(70_000)],
  ]);
  expect(await service.openPreview(1, 1)).toMatchObject({ type: 'image/png', bytes: PNG.length });
  expect(await service.openPreview(1, 2)).toMatchObject({ type: 'text/plain; charset=utf-8' });
  expect(await service.openPreview(1, 3)).toBeUndefined();
  expect((await service.openPreview(1, 4))?.bytes).toBe(64 * 1024 + '…'.length * 3);
  expect(await service.openPreview(1, 9)).toBeUndefined();
});
