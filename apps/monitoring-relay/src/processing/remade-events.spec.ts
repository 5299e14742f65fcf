import { describe, expect, it } from '@jest/globals';
import { createGroupingRules, type Mapped, writeStoredEvent } from '#events';
import { decodePayload } from '#product/recording/reports';
import { ErrataError } from '#shared';
import { RemadeEvents } from './remade-events.ts';

const FRAME = { filename: '/app.js', lineno: 1, colno: 9, function: 'o', in_app: true };
/** The blanks show whether the event is stored byte for byte. */
const SENT = `{ "platform": "javascript", "release": "1.0", "exception": { "values": [ ${JSON.stringify(
  { type: 'TypeError', value: 'no amount', stacktrace: { frames: [FRAME] } },
)} ] } }`;
const PLACE = { file: 0, source: 'src/cart.js', line: 3, column: 2, name: 'checkout' };
const MAPPED: Mapped = {
  files: [{ url: '~/app.js' }],
  stacks: [[PLACE]],
};

function remadeBy(map: () => Promise<Mapped | undefined>, rules: readonly string[] = []) {
  const grouping = createGroupingRules(rules);
  const refresh = async () => undefined;
  return new RemadeEvents({ refresh, refreshNow: refresh, of: () => ({ map, grouping }) });
}

const stored = (mapped?: Mapped) => {
  const meta = { source: 'event', eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 5 } as const;
  return { json: writeStoredEvent(mapped ? { ...meta, mapped } : meta, SENT).join('') };
};

describe('RemadeEvents', () => {
  it('keeps an event to the byte, and groups it by its original places', async () => {
    const made = await remadeBy(async () => MAPPED).remake(stored());
    expect(made?.grouping).toMatchObject({ type: 'TypeError', place: 'checkout (src/cart.js:3)' });
    const { json } = decodePayload(made!.payload);
    expect(json).toBe(stored(MAPPED).json);
    expect(made?.grouping.keys).not.toEqual(
      remadeBy(async () => undefined).read(stored())?.grouping.keys,
    );
  });

  it('keeps events that rules of the project ignore today', async () => {
    const rules = ['release:1.0 -> ignore'];
    expect(await remadeBy(async () => MAPPED, rules).remake(stored())).toBeDefined();
  });

  it('applies the places of a corrected map only when a correction is asked for', async () => {
    const corrected = { ...MAPPED, stacks: [[{ ...PLACE, line: 4 }]] };
    const remade = remadeBy(async () => corrected);
    expect(await remade.remake(stored(MAPPED))).toBeUndefined();
    const made = await remade.remake(stored(MAPPED), { isCorrected: true });
    expect(made?.grouping).toMatchObject({ place: 'checkout (src/cart.js:4)' });
  });

  it('adds the source code of the same places without a correction', async () => {
    const context = { before: [], line: 'pay()', after: [] };
    const withCode = { ...MAPPED, stacks: [[{ ...PLACE, source: 'cart.js', context }]] };
    const made = await remadeBy(async () => withCode).remake(stored(MAPPED));
    expect(made?.hasPlaces).toBe(true);
    const elsewhere = { ...MAPPED, stacks: [[{ ...PLACE, line: 4, context }]] };
    expect(await remadeBy(async () => elsewhere).remake(stored(MAPPED))).toBeUndefined();
  });

  it('says whether any frame has its original place', async () => {
    const missed: Mapped = { files: [], stacks: [[{ miss: 'no_file' }]] };
    const ask = { isCorrected: true };
    expect((await remadeBy(async () => missed).remake(stored(), ask))?.hasPlaces).toBe(false);
    expect((await remadeBy(async () => MAPPED).remake(stored(), ask))?.hasPlaces).toBe(true);
  });

  it.each([
    ['has no further original place', stored(MAPPED), MAPPED],
    ['is concerned by no map', stored(), undefined],
    ['cannot be read', { json: '{}' }, MAPPED],
  ])('leaves an event alone that %s', async (_, payload, mapped) => {
    expect(await remadeBy(async () => mapped).remake(payload)).toBeUndefined();
  });

  it('rejects while the database is away', async () => {
    const away = async () => {
      throw new ErrataError('database.unavailable');
    };
    await expect(remadeBy(away).remake(stored())).rejects.toMatchObject({
      code: 'database.unavailable',
    });
  });
});
