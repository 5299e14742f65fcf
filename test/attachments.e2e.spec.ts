import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { owned, signInOwner } from './support/access.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { startErrata } from './support/started-errata.ts';

/** Content with every possible byte, for a file that is too large to be held in memory. */
const CONTENT = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  randomBytes(2_000_000),
]);

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('attachments and feedback, sent through the console', () => {
  const errata = hold(() => startErrata(owned));
  let cookie: string;

  beforeAll(async () => {
    cookie = await signInOwner(errata);
  });

  const get = (path: string) => fetch(errata.url + path, { headers: { Cookie: cookie } });

  async function findFiles(count: number): Promise<string[]> {
    let files: string[] = [];
    await eventually(`${count} files on the page`, async () => {
      const html = await (await get('/issues/1')).text();
      files = [...html.matchAll(/href="(\/issues\/1\/attachments\/\d+)"/g)].map(
        ([, path]) => path!,
      );
      return files.length === count;
    });
    return files;
  }

  it('are on the page of their event, and come back byte for byte', async () => {
    const { pathname, username } = new URL(errata.dsn);
    const eventId = randomUUID().replaceAll('-', '');
    const header = { event_id: eventId, dsn: errata.dsn };
    const file = { type: 'attachment', filename: 'all.bin', length: CONTENT.length };
    const said = { event_id: eventId, name: 'Ann', comments: 'It broke while I paid.' };
    const lines = (...parts: object[]) => parts.map((part) => JSON.stringify(part)).join('\n');
    const envelope = Buffer.concat([
      Buffer.from(`${lines(header, { type: 'event' }, { message: 'With a file' }, file)}\n`),
      CONTENT,
      Buffer.from(`\n${lines({ type: 'user_report' }, said)}`),
    ]);
    const sent = await fetch(`${errata.url}/monitoring`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
      body: envelope,
    });
    expect(await sent.json()).toEqual({ id: eventId });
    const form = new FormData();
    form.set('file', new Blob([CONTENT], { type: 'application/x-dmp' }), 'later.dmp');
    const address = `/api${pathname}/events/${eventId}/attachments/?sentry_key=${username}`;
    const later = await fetch(errata.url + address, { method: 'POST', body: form });
    expect(later.status).toBe(200);
    for (const path of await findFiles(2)) {
      expect((await fetch(errata.url + path)).status).toBe(401);
      const content = await (await get(path)).arrayBuffer();
      expect(digest(new Uint8Array(content))).toBe(digest(CONTENT));
    }
    expect(await (await get('/issues/1')).text()).toContain('It broke while I paid.');
  });
});
