import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readStoredEvent } from '#events';
import type { JsonPieces } from '#product/recording/reports';
import { reportLimits } from '#shared';
import { root } from '../../../../scripts/support/root.mjs';
import { createEnvelope } from '../../test/support/envelopes.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { types } from '../../test/support/item-types.ts';
import { processReport } from './process-report.ts';

const FOLDER = join(root, 'libs/events/test/sdk-events');

const files = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(FOLDER, name)).map((file) => `${name}/${file}`));

type Leaf = readonly [path: string, value: unknown];

function listLeaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, JSON.stringify(value)]];
  return entries.flatMap(([name, entry]) =>
    listLeaves(
      entry,
      Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`.slice(path === '' ? 1 : 0),
    ),
  );
}

async function storeJson(event: object | string) {
  let json = '';
  const encode = (pieces: JsonPieces) => {
    json = pieces.map((piece) => Buffer.from(piece as Uint8Array).toString()).join('');
    return { encoding: '', body: Buffer.of() };
  };
  const body = Buffer.from(
    typeof event === 'string'
      ? `{}\n${JSON.stringify({ type: 'event', length: event.length })}\n${event}`
      : createEnvelope({ event }),
  );
  const report = { ...createIncomingReport({ body }), id: 1, origin: 'origin' };
  const { problems } = await processReport(report, { encode, types });
  expect(problems).toEqual([]);
  return json;
}

describe('a stored event', () => {
  it.each(files)(
    'has every value that was sent, or the path of what was hidden: %s',
    async (file) => {
      const sent = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object;
      const { meta, event } = readStoredEvent(await storeJson(sent));
      const stored = new Map(listLeaves(event));
      const hidden = (meta.hidden ?? []).map((value) =>
        typeof value === 'string' ? value : value.path,
      );
      const isHidden = (path: string) => {
        const place = path.replaceAll(/\[\d+\]/g, '[]');
        return hidden.some(
          (at) => place.startsWith(at) || at.startsWith(place.replace(/(?:\[\])+$/, '')),
        );
      };
      const lost = listLeaves(sent).filter(
        ([path, value]) => stored.get(path) !== value && !isHidden(path),
      );
      expect(lost).toEqual([]);
    },
  );

  it('lacks the blanks that made it too large', async () => {
    const json = await storeJson(`{"message":"x"${' '.repeat(reportLimits.keptEventBytes)}}`);
    expect(readStoredEvent(json).event).toEqual({ message: 'x' });
    expect(json.length).toBeLessThan(1000);
  });

  it('notes that a text was too long to be searched for secrets', async () => {
    const { meta } = readStoredEvent(await storeJson({ message: '-'.repeat(2_000_000) }));
    expect(meta.cut).toContain('longest texts: 1 shortened, by 808192 characters');
  });
});
