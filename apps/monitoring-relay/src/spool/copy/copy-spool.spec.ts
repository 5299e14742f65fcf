import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';
import { SpoolBodies } from '../bodies/spool-bodies.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';
import { takeRows } from './copied-rows.ts';
import { copySpool } from './copy-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const DAMAGED = expect.stringContaining('damaged');

let folder: string;
let target: string;
let file: SpoolFile;
let spool: SqliteSpool;

beforeEach(() => {
  folder = createTemporaryFolder();
  target = createTemporaryFolder();
  ({ file, spool } = openSpool(folder));
});

afterEach(() => file.close());

type Work = () => Promise<unknown>;

function copyWhile(...works: Work[][]) {
  return copySpool({ from: folder, to: target }, async (from, to) => {
    const rows = await takeRows(from, to);
    for (const work of works.shift() ?? []) await work();
    return rows;
  });
}

const append = (text: string, traits: Partial<IncomingReport> = {}): Promise<number> =>
  spool.append(createIncomingReport({ body: Buffer.from(text), ...traits }));

async function spill(text: string, traits: Partial<IncomingReport> = {}): Promise<number> {
  const bodyFile = new SpoolBodies(file.bodiesFolder).begin(() => undefined);
  bodyFile.write([Buffer.from(text)]);
  return append('', { spilled: await bodyFile.finish(), ...traits });
}

/** The new body overwrites old bodies of the segment that no row names any more. */
const next = (): Promise<number> => append('next');
const settle = (...ids: number[]): Promise<void> => spool.settle(ids);
const forward = (...ids: number[]) => spool.forwards.settle(ids, () => []);

interface Content {
  readonly queued: readonly string[];
  readonly toForward: readonly (string | undefined)[];
}

async function readCopy(): Promise<Content> {
  const opened = openSpool(target);
  try {
    const { forwards } = opened.spool;
    const toForward = forwards
      .list(1, { aboveId: 0, max: 1000 })
      .map(({ id }) => forwards.readBody(id));
    const reports = await opened.spool.claim(ALL);
    return {
      queued: reports.map(
        ({ body, bodyFile, failure }) =>
          failure?.reason ?? String(bodyFile ? readFileSync(bodyFile) : body),
      ),
      toForward: toForward.map(
        (body) => body && String('file' in body ? readFileSync(body.file) : body.bytes),
      ),
    };
  } finally {
    opened.file.close();
  }
}

const nothing: Content = { queued: [], toForward: [] };

describe('the copy of an idle spool', () => {
  it('has the reports to process and to forward, with bodies in segments and files', async () => {
    await append('one');
    await spill('large');
    await append('for both', { forwarding: 'also' });
    await settle(await append('is processed', { forwarding: 'also' }));
    await append('alone', { forwarding: 'alone' });
    await settle(await spill('is processed, too', { forwarding: 'also' }));
    const found = await copyWhile();
    expect(found).toMatchObject({ queued: 3, forwards: 4, keys: [] });
    expect(await readCopy()).toEqual({
      queued: ['one', 'large', 'for both'],
      toForward: ['for both', 'is processed', 'alone', 'is processed, too'],
    });
  });

  it('has both queues in full, however long they are', async () => {
    const texts = Array.from({ length: 450 }, (_, index) => `report ${index}`);
    for (const [index, text] of texts.entries()) {
      await append(text, { forwarding: index % 2 === 0 ? 'also' : 'alone' });
    }
    expect(await copyWhile()).toMatchObject({ queued: 225, forwards: 450 });
    expect((await readCopy()).toForward).toEqual(texts);
  });

  it('keeps damaged reports damaged', async () => {
    for (const text of ['one', 'two']) await append(text);
    const inFile = await spill('large', { forwarding: 'also' });
    await settle(await append('alone', { forwarding: 'also' }), inFile);
    for (const part of ['segments', 'bodies']) {
      const [name] = readdirSync(join(folder, part)) as [string];
      writeFileSync(join(folder, part, name), 'cut');
    }
    expect(await copyWhile()).toMatchObject({ queued: 2, forwards: 2 });
    const expected = { queued: [DAMAGED, DAMAGED], toForward: [undefined, undefined] };
    expect(await readCopy()).toEqual(expected);
  });

  it('is empty where the spool was just being made', async () => {
    folder = createTemporaryFolder();
    writeFileSync(join(folder, 'spool.sqlite'), '');
    expect(await copyWhile()).toEqual({ version: 0, queued: 0, forwards: 0, keys: [] });
  });
});

describe('the copy of a spool whose relay goes on', () => {
  const interleavings: [string, (id: number) => Work[][], Partial<Content>][] = [
    [
      'leaves out a report that was settled before its body was copied',
      (id) => [[() => settle(id), next]],
      { queued: ['next'] },
    ],
    [
      'leaves out a report that arrived during the copy and was settled before its body was copied',
      (id) => [
        [() => settle(id), next],
        [() => settle(id + 1), () => append('third')],
      ],
      {},
    ],
    [
      'has a report that arrived during the copy and waits',
      (id) => [[() => settle(id), next], [() => append('third')]],
      { queued: ['next'] },
    ],
  ];
  const places: [string, (text: string) => Promise<number>][] = [
    ['in a segment', append],
    ['in a file', spill],
  ];

  describe.each(places)('a body %s', (_, put) => {
    it.each(interleavings)('%s', async (__, toWorks, expected) => {
      const id = await put('first');
      const works = toWorks(id);
      await copyWhile(...works);
      expect(await readCopy()).toEqual({ ...nothing, ...expected });
    });

    it('keeps a report that was settled after its body was copied', async () => {
      const id = await put('first');
      await copyWhile();
      await settle(id);
      await next();
      expect(await readCopy()).toEqual({ ...nothing, queued: ['first'] });
    });
  });

  it.each<[string, IncomingReport['forwarding'], (id: number) => Promise<unknown>, string[]]>([
    ['that was forwarded', 'alone', forward, []],
    ['that was processed and forwarded', 'also', (id) => settle(id).then(() => forward(id)), []],
    ['that was processed and is still to be forwarded', 'also', settle, ['first', 'first']],
  ])(
    'agrees with the queue of forwards about a report %s',
    async (_, forwarding, leave, expected) => {
      const [placed, inFile] = [
        await append('first', { forwarding }),
        await spill('first', { forwarding }),
      ];
      await copyWhile([() => leave(placed), () => leave(inFile), next]);
      expect((await readCopy()).toForward).toEqual(expected);
    },
  );
});

describe('the copy of a spool during compaction', () => {
  const PAGE = 4096;
  const toForward = Array.from({ length: 12 }, (_, index) =>
    String.fromCodePoint(97 + index).repeat(PAGE),
  );

  beforeEach(async () => {
    file.close();
    ({ file, spool } = openSpool(folder, { segmentBytes: 8 * PAGE }));
    // Leaves one body to be forwarded in each segment. The trigger keeps compaction from moving
    // these bodies.
    file.db.exec(
      "CREATE TRIGGER hold BEFORE UPDATE ON forwards BEGIN SELECT raise(ABORT, ''); END",
    );
    for (const text of toForward) {
      await append(text, { forwarding: 'alone' });
      for (let other = 0; other < 7; other += 1) await append('of another'.repeat(400));
    }
    const others = await spool.claim(ALL);
    await settle(...others.map(({ id }) => id));
    await spool.forwards.compact();
    file.db.exec('DROP TRIGGER hold');
  });

  it('has every body to forward, though compaction moves them', async () => {
    await copyWhile([
      async () => {
        await spool.forwards.compact();
        for (let count = 0; count < 30; count += 1) await settle(await append('later'.repeat(800)));
      },
    ]);
    expect((await readCopy()).toForward).toEqual(toForward);
  });
});
