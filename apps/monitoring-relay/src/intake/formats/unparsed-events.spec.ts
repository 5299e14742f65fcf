import { describe, expect, it } from '@jest/globals';
import { envelopeFormat } from './envelope-format.ts';
import type { ReportFormat } from './report-format.ts';
import { ItemTypes } from '../../outcomes/item-types.ts';
import { storeFormat } from './store-format.ts';

const EVENT = '{}\n{"type":"event"}\n';
const FILE = '\n{"type":"attachment","length":1}\nx\n';

function read(format: ReportFormat, body: string, mayParse = false) {
  const keep = () => undefined;
  const checks = { checkHeader: keep, isHeldBack: keep, noteInflated: keep, checkInflated: keep };
  const readKept = async (offset: number, bytes: number) =>
    Buffer.from(body).subarray(offset, offset + bytes);
  const reading = format.open({
    admission: { ...checks, mayParse: () => mayParse, maxEventBytes: 1000 },
    kept: { keep, read: readKept },
    share: { take: () => true },
    types: new ItemTypes([{ attachment: { kind: 'attachment' } }]),
  } as never);
  reading.push(Buffer.from(body));
  return reading.finish();
}

describe('an event beyond the parse budget', () => {
  it.each([
    ['an envelope without an id', envelopeFormat, EVENT],
    ['no envelope', storeFormat, ''],
  ])('is not parsed in %s', async (_, format, head) => {
    const refusal = { code: 'envelope.malformed' };
    expect(await read(format, `${head}{nope}`, true)).toMatchObject(refusal);
    expect(await read(format, `${head}{nope}`)).toMatchObject({ ok: true, eventId: undefined });
    expect(await read(format, `${head}{"a":`)).toMatchObject(refusal);
  });

  it('gets an id for its files', async () => {
    const eventId = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(await read(envelopeFormat, `${EVENT}{}${FILE}`)).toMatchObject({ eventId });
  });

  it.each([
    ['error', '{"transaction":"type"}'],
    ['transaction', '{"type" : "transaction"}'],
  ])('counts as %s by its type', async (kind, event) => {
    expect(await read(storeFormat, event)).toMatchObject({ contents: { kept: { [kind]: 1 } } });
  });
});
