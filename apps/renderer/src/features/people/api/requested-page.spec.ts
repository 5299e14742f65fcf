import { describe, expect, it } from '@jest/globals';
import { CursorPage, readEdge } from './requested-page.ts';

describe('readEdge', () => {
  it.each([
    ['', undefined],
    ['0:0:0', undefined],
    ['0:0:1', undefined],
    ['12:3:0', { value: 12, id: 3, isBefore: false }],
    ['-12:3:1', { value: -12, id: 3, isBefore: true }],
  ])('reads the cursor "%s"', (cursor, edge) => {
    expect(readEdge(cursor)).toEqual(edge);
  });

  it.each(['x', '12:3', '12:3:2', '12:x:0'])('refuses the cursor "%s"', (cursor) => {
    expect(() => readEdge(cursor)).toThrow('The cursor is not one of this list.');
  });
});

it('CursorPage refuses a cursor by offset for a list by time', () => {
  const open = (cursor: string) => new CursorPage(2, readEdge(cursor), () => undefined);
  expect(() => open('0:100:0').requireTime()).toThrow('The cursor is not one of this list.');
  for (const cursor of ['', '0:0:0', '12:3:0']) open(cursor).requireTime();
});

describe('CursorPage', () => {
  const edge = { value: 5, id: 5 };
  const link = (cursor: string, hasRows: boolean) => ({ cursor, hasRows });

  it.each([
    ['the only page', undefined, [3, 2], [3, 2], link('3:3:1', false), link('2:2:0', false)],
    ['the first page', undefined, [9, 8, 7], [9, 8], link('9:9:1', false), link('8:8:0', true)],
    ['a later page', false, [4, 3, 2], [4, 3], link('4:4:1', true), link('3:3:0', true)],
    ['the last page', false, [4], [4], link('4:4:1', true), link('4:4:0', false)],
    ['an empty page', false, [], [], link('5:4:1', true), link('0:0:0', false)],
    [
      'the first page, from behind',
      true,
      [7, 6],
      [7, 6],
      link('7:7:1', false),
      link('6:6:0', true),
    ],
    ['an earlier page', true, [8, 7, 6], [7, 6], link('7:7:1', true), link('6:6:0', true)],
  ])('links %s to its neighbours', (_, isBefore, rows, shown, previous, next) => {
    let told: unknown;
    const from = isBefore === undefined ? undefined : { ...edge, isBefore };
    const page = new CursorPage(2, from, (neighbours) => {
      told = neighbours;
    });
    expect(page.show(rows, (value) => ({ value, id: value }))).toEqual(shown);
    expect(told).toEqual({ previous, next });
  });
});
