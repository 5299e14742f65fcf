import { describe, expect, it } from '@jest/globals';
import { routerStateBytes } from '../limits/runtime-limits.ts';
import { formatRouterState, parseRouterState } from './router-state.ts';

const MOST = routerStateBytes;
const LAYOUT = 'console/console.layout';
const PAGE = '/issues?q=is%3Aunresolved&before=1-2';

const longKey = (number: number): string => `/${number}?`.padEnd(256, 'x');
const longKeys = (length: number): string[] => Array.from({ length }, (_, at) => longKey(at));

describe('formatRouterState', () => {
  it('writes what parseRouterState reads', () => {
    const header = formatRouterState('0123456789abcdef', [LAYOUT, PAGE]);
    expect(header).toBe(`0123456789abcdef ${LAYOUT} ${PAGE}`);
    const state = { build: '0123456789abcdef', held: new Set([LAYOUT, PAGE]) };
    expect(parseRouterState([header])).toEqual(state);
  });

  it('writes the build alone when nothing is held', () => {
    expect(formatRouterState('b1', [])).toBe('b1');
    expect(parseRouterState(['b1'])).toEqual({ build: 'b1', held: new Set() });
  });

  it('leaves out the innermost keys that do not fit, and stays readable', () => {
    const keys = longKeys(40);
    const header = formatRouterState('b1', keys);
    expect(header.length).toBeLessThanOrEqual(MOST);
    expect(header.length).toBeGreaterThan(MOST - 257);
    const fitting = keys.slice(0, 31);
    expect(parseRouterState([header])).toEqual({ build: 'b1', held: new Set(fitting) });
  });

  it('leaves out every key after one that does not fit, however short', () => {
    const keys = longKeys(32);
    const { held } = parseRouterState([formatRouterState('b1', [...keys, '/a'])]);
    expect(held.has('/a')).toBe(false);
  });

  it('fills the header to the last byte', () => {
    const keys = longKeys(31);
    const rest = MOST - formatRouterState('b1', keys).length - 1;
    const last = 'y'.repeat(rest);
    expect(formatRouterState('b1', [...keys, last])).toHaveLength(MOST);
    expect(formatRouterState('b1', [...keys, `${last}y`])).toHaveLength(MOST - rest - 1);
  });
});

describe('parseRouterState', () => {
  const NOTHING = { held: new Set() };

  it('reads a header of 8 KiB, and nothing from a longer one', () => {
    const keys = longKeys(31);
    const header = ['b1', ...keys].join(' ');
    const full = `${header} ${'y'.repeat(MOST - header.length - 1)}`;
    const held = new Set(full.split(' ').slice(1));
    expect(parseRouterState([full])).toEqual({ build: 'b1', held });
    expect(parseRouterState([`${full}y`])).toEqual(NOTHING);
  });

  it('reads nothing when no header was sent, or one more than once, not even twice the same', () => {
    expect(parseRouterState([])).toEqual(NOTHING);
    expect(parseRouterState(['b1 /a', 'b1 /a'])).toEqual(NOTHING);
  });

  it.each([
    '',
    ' ',
    ' b1 /a',
    'b1\t/a',
    '{"build":"b1"}',
    'b1,/a',
    '<b1> /a',
    'b\u00fc1 /a',
    'b1\n',
    `${'b'.repeat(65)} /a`,
  ])('names no build and holds nothing for %j', (header) => {
    expect(parseRouterState([header])).toEqual(NOTHING);
  });

  it.each([
    ['an empty key', 'b1  /a'],
    ['a space behind the last', 'b1 /a '],
    ['a tab', 'b1 /a\t/b'],
    ['a byte beyond ASCII', 'b1 /a /\u00fc'],
    ['a character beyond Latin-1', 'b1 /a /\u{1f600}'],
    ['a control character', 'b1 /a /\u0000'],
    ['a key of 257 characters', `b1 /a ${'k'.repeat(257)}`],
  ])('holds nothing and still names the build with %s', (_, header) => {
    expect(parseRouterState([header])).toEqual({ build: 'b1', held: new Set() });
  });

  it('reads a key of 256 characters', () => {
    expect(parseRouterState([`b1 ${longKey(1)}`]).held).toEqual(new Set([longKey(1)]));
  });

  it('holds a key once that the header names twice', () => {
    expect([...parseRouterState(['b1 /a /a']).held]).toEqual(['/a']);
  });
});
