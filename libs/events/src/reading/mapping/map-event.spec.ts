import { describe, expect, it } from '@jest/globals';
import { groupEvent } from '../../grouping/group-event.ts';
import type { JsonObject } from '../../json/shape.ts';
import { toSdkEvent } from '../to-sdk-event.ts';
import { countMapped, type FindPlace, mapEvent } from './map-event.ts';

const DEBUG_ID = '7b1e7a0c-1e5d-4c0e-9d0a-0123456789ab';
const FILE = 'https://shop.example/assets/app-1f2e.js';

const frame = (column: number, name: string, traits: object = {}) => ({
  filename: '/assets/app-1f2e.js',
  abs_path: FILE,
  function: name,
  lineno: 1,
  colno: column,
  in_app: true,
  ...traits,
});

const minified = (frames: readonly object[], traits: object = {}): JsonObject => ({
  platform: 'javascript',
  exception: { values: [{ type: 'TypeError', value: 'x is undefined', stacktrace: { frames } }] },
  debug_meta: { images: [{ type: 'sourcemap', code_file: FILE, debug_id: DEBUG_ID }] },
  ...traits,
});

const SENT = minified([frame(10, 'n'), frame(20, 't'), frame(30, 'HTMLButtonElement.onClick')]);
const by = { url: '~/assets/app-1f2e.js', debugId: DEBUG_ID };
const context = { before: ['{'], line: '  cart.pay();', after: ['}'] };

const find: FindPlace = ({ column }) =>
  column === 30
    ? { miss: 'no_position' }
    : {
        by,
        source: column === 10 ? '../../src/app.tsx' : 'webpack://shop/./src/cart.ts?a1b2',
        line: column,
        column: 3,
        ...(column === 10 ? { name: 'checkout' } : {}),
        context,
      };

describe('mapEvent', () => {
  it('gives each frame its original place, or the reason why there is none', () => {
    const mapped = mapEvent(SENT, find)!;
    expect(mapped).toEqual({
      files: [by],
      stacks: [
        [
          { file: 0, source: 'src/app.tsx', line: 10, column: 3, context },
          { file: 0, source: 'src/cart.ts', line: 20, column: 3, name: 'checkout', context },
          { miss: 'no_position' },
        ],
      ],
    });
    expect(countMapped(mapped)).toEqual({ mapped: 2, missed: 1 });
  });

  it('misses no map for frames with their lines, of source files and of packages', () => {
    const own = { context_line: '  cart.pay();', abs_path: '/srv/shop/cart.js' };
    const source = { abs_path: 'https://shop.example/src/cart.tsx', filename: '/src/cart.tsx' };
    const inPackage = { abs_path: '/srv/shop/node_modules/next/dist/app-page.prod.js' };
    const frames = [frame(1, 'a', own), frame(2, 'b', source), frame(3, 'c')];
    const sent = minified([...frames, frame(4, 'd', inPackage)]);
    const asked: number[] = [];
    const mapped = mapEvent(sent, ({ column }) => {
      asked.push(column);
      return { miss: 'no_file' };
    })!;
    expect(asked).toEqual([1, 3, 4]);
    expect(mapped.stacks).toEqual([[null, null, { miss: 'no_file' }, null]]);
    const broken = mapEvent(sent, () => ({ miss: 'broken_map' }))!;
    const [, , ...misses] = broken.stacks[0]!;
    expect(misses).toEqual([{ miss: 'broken_map' }, { miss: 'broken_map' }]);
  });

  it('takes 131,072 characters of paths and names, those of the last frames first', () => {
    const sent = minified(Array.from({ length: 40 }, (_, at) => frame(at + 1, 'n')));
    const source = 'a'.repeat(4000);
    const mapped = mapEvent(sent, () => ({
      by,
      source,
      line: 1,
      column: 1,
      name: 'x'.repeat(96),
    }))!;
    expect(countMapped(mapped)).toEqual({ mapped: 32, missed: 8 });
    expect(mapped.stacks[0]!.slice(7, 9)).toEqual([{ miss: 'large' }, mapped.stacks[0]!.at(-1)]);
  });

  it('looks for a map by the debug id, and by the address without a query', () => {
    const asked: unknown[] = [];
    mapEvent(minified([frame(7, 'n', { abs_path: `${FILE}?v=2` }), frame(8, 'n')]), (place) => {
      asked.push(place);
      return { miss: 'no_file' };
    });
    expect(asked).toEqual([
      { url: FILE, line: 1, column: 7 },
      { url: FILE, debugId: DEBUG_ID, line: 1, column: 8 },
    ]);
  });

  it.each([
    [{ platform: 'python' }],
    [{ exception: { values: [{ type: 'E' }] } }],
    [{ exception: { values: [{ stacktrace: { frames: [{ function: 'n' }, null, 7] } }] } }],
    [
      {
        exception: {
          values: [{ stacktrace: { frames: [frame(1, 'n', { abs_path: '<anonymous>' })] } }],
        },
      },
    ],
  ])('looks for no map in an event with %j', (traits) => {
    expect(mapEvent({ ...SENT, ...traits }, find)).toBeUndefined();
  });
});

describe('an event with its map', () => {
  const mapped = mapEvent(SENT, find)!;
  const read = toSdkEvent('event', SENT, { mapped: JSON.parse(JSON.stringify(mapped)) });

  it('has the frames of its sources, and keeps the frames that no map knows', () => {
    const { exception } = read as { exception: { values: { stacktrace: { frames: object[] } }[] } };
    const { frames } = exception.values[0]!.stacktrace;
    expect(frames[1]).toMatchObject({
      filename: 'src/cart.ts',
      abs_path: 'src/cart.ts',
      function: 'checkout',
      lineno: 20,
      colno: 3,
      in_app: true,
      context_line: '  cart.pay();',
      pre_context: ['{'],
      post_context: ['}'],
    });
    expect(frames[2]).toMatchObject(frame(30, 'HTMLButtonElement.onClick'));
    expect(SENT).toMatchObject({
      exception: { values: [{ stacktrace: { frames: [{}, {}, {}] } }] },
    });
  });

  const keyOf = (frames: readonly object[], place: FindPlace) => {
    const event = minified(frames);
    return groupEvent(toSdkEvent('event', event, { mapped: mapEvent(event, place) })).keys[0]?.key;
  };
  const inCart =
    (line: string): FindPlace =>
    () => ({ by, source: 'src/cart.ts', line: 7, column: 1, context: { ...context, line } });

  it('is grouped by its sources: a new build changes nothing', () => {
    const first = keyOf([frame(20, 't')], inCart('cart.pay()'));
    const next = [frame(977, 'xa', { abs_path: 'https://shop.example/assets/app-9c.js' })];
    expect(keyOf(next, inCart('cart.pay()'))).toBe(first);
    expect(keyOf([frame(20, 't')], inCart('cart.clear()'))).not.toBe(first);
  });

  it('does not take frames of libraries for code of the application', () => {
    const library: FindPlace = () => ({
      by,
      source: '../node_modules/react-dom/client.js',
      line: 1,
      column: 1,
    });
    const ignored: FindPlace = () => ({ by, source: 'a.js', line: 1, column: 1, isLibrary: true });
    for (const place of [library, ignored]) {
      const event = minified([frame(1, 'n')]);
      const shown = toSdkEvent('event', event, { mapped: mapEvent(event, place) });
      expect(shown).toMatchObject({
        exception: { values: [{ stacktrace: { frames: [{ in_app: false }] } }] },
      });
    }
  });
});
