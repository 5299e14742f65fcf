import { describe, expect, it, test } from '@jest/globals';
import { findDebugId, findMapReference, readInlineMap } from './map-comments.ts';
import { findDear } from '../../../../../../../test/support/growth.ts';

const json = '{"version":3,"names":["größe"]}';
const base64 = Buffer.from(json).toString('base64');
const percents = encodeURIComponent(json);
const inline = (header: string, body = base64) =>
  `run();\n//# sourceMappingURL=data:${header},${body}`;

describe('an inline map', () => {
  test.each([
    inline('application/json;base64'),
    inline('application/json;charset=utf-8;base64'),
    inline('application/json;charset=UTF-8; base64'.replace(' ', '')),
    inline('text/plain;BASE64'),
    inline(';base64'),
    inline('application/json;charset=utf-8', percents),
    inline('application/json', percents),
    inline('application/json;base64', encodeURIComponent(base64)),
    inline('application/json;base64').replace('//# ', '//@ '),
    inline('application/json;base64').replace('//# ', '//#'),
    `${inline('application/json;base64').replace('//#', '/*#')} */`,
    `${inline('application/json;base64').replace('//#', '/*@')}*/\n`,
    `${inline('application/json;base64')}\r\n//# debugId=1\n`,
    `${inline('application/json;base64')}\n${'rest();\n'.repeat(2000)}`,
    `//# sourceMappingURL=old.js.map\n${inline('application/json;base64')}`,
    `${inline('application/json;base64', 'AAAA')}\n${inline('application/json;base64')}`,
    `//# sourceMappingURL=a.map\n${';'.repeat(5000)}\n${inline('application/json', percents)}`,
  ])('is read from code %#', (code) => {
    expect(readInlineMap(code)).toBe(json);
    expect(findMapReference(code)).toBeUndefined();
  });

  test.each([
    '',
    'sourceMappingURL=',
    inline('application/json;base64', '*'),
    inline('application/json', '%E4'),
    '//# sourceMappingURL=data:application/json',
    `//# sourceMappingURL=data:${' '.repeat(300)},`,
    `${inline('application/json;base64')}\n//# sourceMappingURL=later.js.map`,
    `eval("${inline('application/json;base64').replace('\n', '\\n')}\\n//# sourceURL=a")`,
    `const text = "${inline('application/json;base64').slice(7)}";`,
    inline('application/json;base64').replace('//# ', '// '),
    `${inline('application/json;base64')} rest()`,
  ])('is not found in code %#', (code) => {
    expect(readInlineMap(code)).toBeUndefined();
  });
});

describe('the reference to a map', () => {
  test.each([
    ['//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['a();//# sourceMappingURL=a.js.map', 'a.js.map'],
    ['//@ sourceMappingURL=a.js.map\n', 'a.js.map'],
    ['//#\tsourceMappingURL=/x/a.js.map?b=1  \r\n\r\n', '/x/a.js.map?b=1'],
    ['/*# sourceMappingURL=a.css.map */', 'a.css.map'],
    ['//# sourceMappingURL=a.map\n//# sourceMappingURL=b.map', 'b.map'],
    ['//# sourceMappingURL=a.map\n//# sourceMappingURL=\n', 'a.map'],
    ['//# sourceMappingURL=a.map\nf("//# sourceMappingURL=b.map")', 'a.map'],
    ["//# sourceMappingURL=a.map\nf('//# sourceMappingURL=b.map'\n)", 'a.map'],
    [`//# sourceMappingURL=a.map\n${' '.repeat(4000)}`, 'a.map'],
    [`//# sourceMappingURL=a.map\n${' '.repeat(4096)}`, undefined],
    ['//# sourceMappingURL=a b', undefined],
    ['/*# sourceMappingURL=a', undefined],
    ['# sourceMappingURL=a', undefined],
    ['', undefined],
  ])('is read from the last valid comment of code %#', (code, reference) => {
    expect(findMapReference(code)).toBe(reference);
  });
});

describe('the comment with a debug id', () => {
  const id = 'a3c5d7e9-0123-4567-89ab-cdef01234567';

  test.each([
    [`//# debugId=${id}`, id],
    [`//# debugId=${id.toUpperCase()}\n//# sourceMappingURL=a.map\n`, id],
    [`//# debugId=${id.replaceAll('-', '')}`, id],
    [`//# debugId=${id}\n//# debugId=none`, id],
    [`//# debugId=${id.replace('a3', 'ff')}\n//# debugId=${id}`, id],
    [`//# debugId=${id}\n${inline('application/json;base64', 'A'.repeat(10_000))}`, id],
    [`${inline('application/json;base64', 'A'.repeat(10_000))}\n//# debugId=${id}`, id],
    [`//# debugId=${id}\n${' '.repeat(5000)}`, undefined],
    [`debugId=${id}`, undefined],
    ['', undefined],
  ])('is read near the start or end of code %#', (code, debugId) => {
    expect(findDebugId(code)).toBe(debugId);
  });
});

it('the readers of map comments take time by the length of hostile code', async () => {
  const recipes = [
    ['', ' ', ''],
    ['//#', ' ', ''],
    ['', '//#sourceMappingURL=', '"'],
    ['', '//#sourceMappingURL=data:,', '"'],
    ['', '/*# sourceMappingURL=data:,a', ''],
    ['', '//# sourceMappingURL=data:', '\n x'],
    ['', `//#${' '.repeat(50)}sourceMappingURL=`, ''],
    ['', '//#debugId=', '"'],
  ].map(([before = '', unit = '', after = '']) => ({
    name: unit,
    make: (size: number) => before + unit.repeat(size / unit.length) + after,
  }));
  const dear = await findDear(2_000_000, recipes, (code) => [
    readInlineMap(code),
    findMapReference(code),
    findDebugId(code),
  ]);
  expect(dear).toBeUndefined();
});
