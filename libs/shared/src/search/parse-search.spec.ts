import { describe, expect, it } from '@jest/globals';
import { createRandom, pick } from '../../../../test/support/random.ts';
import { parseSearch } from './parse-search.ts';
import { printSearch } from './print-search.ts';
import type { Search } from './search.ts';
import { searchKeys } from './search-keys.ts';

const negated = (text: string) => ({ isNegated: true, text });
const age = { sign: '-', amount: 24, unit: 'h' };

describe('parseSearch', () => {
  it.each([
    ['', []],
    [' \t\n', []],
    ['is:unresolved', [{ kind: 'choice', key: 'is', values: ['unresolved'] }]],
    ['IS:Muted', [{ kind: 'choice', key: 'is', values: ['muted'] }]],
    ['!level:[info, debug]', [{ isNegated: true, key: 'level', values: ['info', 'debug'] }]],
    ['level:[warn, Trace]', [{ kind: 'choice', values: ['warning', 'debug'] }]],
    ['level:[info,debug]', [{ isNegated: false, values: ['info', 'debug'] }]],
    ['assigned:[me, none]', [{ kind: 'person', values: ['me', 'none'] }]],
    ['assigned:Ann@Example.com', [{ values: ['ann@example.com'] }]],
    ['firstseen:-24h', [{ kind: 'time', key: 'firstSeen', values: [age] }]],
    ['lastSeen:+2w', [{ values: [{ sign: '+', amount: 2, unit: 'w' }] }]],
    ['lastSeen:2026-01-05', [{ values: [{ is: '=', to: '2026-01-05' }] }]],
    ['lastSeen:>=2026-01-05T12:30Z', [{ values: [{ is: '>=', to: '2026-01-05T12:30' }] }]],
    ['timesSeen:>100', [{ kind: 'count', values: [{ is: '>', to: 100 }] }]],
    ['users:5', [{ key: 'users', values: [{ is: '=', to: 5 }] }]],
    ['type:TypeError', [{ kind: 'name', values: [['TypeError']] }]],
    ['type:*Time**out*', [{ values: [['', 'Time', 'out', '']] }]],
    ['type:"*"', [{ values: [['*']] }]],
    ['type:*', [{ values: [['', '']] }]],
    ['type:<anonymous>', [{ values: [['<anonymous>']] }]],
    ['message:*"not a"*', [{ kind: 'part', values: [['', 'not a', '']] }]],
    [String.raw`message:"say \"hi\" to \\"`, [{ values: [[String.raw`say "hi" to \ `.trim()]] }]],
    [String.raw`place:C:\app`, [{ values: [[String.raw`C:\app`]] }]],
    ['release:1.4.*', [{ kind: 'release', values: [{ named: ['1.4.', ''] }] }]],
    ['release:"1.4".*', [{ kind: 'release', values: [['1.4.', '']] }]],
    [
      'release:>=1.4.0 release:<2',
      [{ values: [{ is: '>=', to: '1.4.0' }] }, { values: [{ is: '<', to: '2' }] }],
    ],
    [
      '!release:[Latest, 1.4]',
      [{ isNegated: true, values: [{ latest: true }, { named: ['1.4'] }] }],
    ],
    ['release:"latest"', [{ values: [['latest']] }]],
    ['release:">1"', [{ values: [['>1']] }]],
    ['has:[release, Customer]', [{ kind: 'has', values: ['release', 'Customer'] }]],
    ['handled:no', [{ kind: 'choice', key: 'handled', values: ['no'] }]],
    ['browser.name:Firefox', [{ kind: 'tag', key: 'browser.name', values: [['Firefox']] }]],
    ['"level":x', [{ kind: 'tag', key: 'level', values: [['x']], isExplicit: true }]],
    ['!tags[level]:x', [{ isNegated: true, kind: 'tag', key: 'level', isExplicit: true }]],
    ['tags[browser.name]:x tags.env:y', [{ key: 'browser.name' }, { key: 'env' }]],
    ['age:-24h', [{ kind: 'time', key: 'firstSeen', values: [age] }]],
    ['times_seen:>10', [{ kind: 'count', key: 'timesSeen', values: [{ is: '>', to: 10 }] }]],
    ['error.type:TypeError', [{ kind: 'name', key: 'type', values: [['TypeError']] }]],
    ['ENV:production', [{ kind: 'name', key: 'environment', values: [['production']] }]],
    ['user:42', [{ kind: 'name', key: 'user', values: [['42']] }]],
    ['is:Ignored is:new', [{ values: ['muted'] }, { values: ['new'] }]],
    ['has:env', [{ kind: 'has', values: ['environment'] }]],
    ['level:error,fatal x', [{ key: 'level', values: ['error', 'fatal'] }, { text: 'x' }]],
    ['tier:gold,"a,b"', [{ kind: 'tag', values: [['gold'], ['a,b']] }]],
    ['message:a,b', [{ kind: 'part', values: [['a,b']] }]],
    ['checkout.tsx:42', [{ kind: 'part', key: 'place', values: [['checkout.tsx']] }]],
    ['!src/cart/checkout.tsx:42:7', [{ isNegated: true, values: [['checkout.tsx']] }]],
    ['http://localhost:3000/src/a.js:1:99', [{ key: 'place', values: [['a.js']] }]],
    [String.raw`C:\app\Cart.cs:7`, [{ key: 'place', values: [['Cart.cs']] }]],
    ['app.version:3', [{ kind: 'tag', key: 'app.version' }]],
    ['main.ts:"42"', [{ kind: 'tag', key: 'main.ts' }]],
    ['a "OR" b', [{ text: 'a' }, { text: 'OR' }, { text: 'b' }]],
    ['OR', [{ kind: 'text', text: 'OR' }]],
    ['"a b:c":[x, y]', [{ kind: 'tag', key: 'a b:c', values: [['x'], ['y']] }]],
    ['timeout', [{ kind: 'text', text: 'timeout', isOpen: true }]],
    ['time out', [{ text: 'time', isOpen: false }, { text: 'out' }]],
    ['a time', [{ text: 'a' }, { text: 'time', isOpen: true }]],
    ['time* out', [{ text: 'time*', isOpen: true }, { text: 'out' }]],
    ['!"not a function"', [{ isNegated: true, text: 'not a function', isOpen: false }]],
    ['TypeError: x', [{ kind: 'text', text: 'TypeError:' }, { text: 'x' }]],
    ['https://a.example/x', [{ kind: 'text', text: 'https://a.example/x' }]],
    ['std::vector', [{ kind: 'text', text: 'std::vector' }]],
    [String.raw`C:\app`, [{ kind: 'text' }]],
    ['12:30', [{ kind: 'text' }]],
    ['NOT level:info -level:[debug]', [{ isNegated: true }, { isNegated: true, key: 'level' }]],
    ['NOT "a b" -"c"', [negated('a b'), negated('c')]],
    ['-tags[a]:b -x -Error: NOT', [{ isNegated: true }, { text: '-x' }, { text: '-Error:' }, {}]],
    ['not x', [{ isNegated: false, text: 'not' }, { text: 'x' }]],
    ['timesSeen:=5 users>10 timesSeen>=3', [{ values: [{ is: '=', to: 5 }] }, {}, {}]],
    ['timesSeen:10..100', [{ values: [{ is: '>=', to: 10, upTo: 100 }] }]],
    ['lastSeen:2026-01-05..2026-01-07', [{ values: [{ to: '2026-01-05', upTo: '2026-01-07' }] }]],
    ['age:<24h firstSeen:>-24h', [{ values: [age] }, { values: [age] }]],
    ['age:>24h', [{ values: [{ sign: '+', amount: 24, unit: 'h' }] }]],
    ['release=1.4 a=b', [{ values: [{ named: ['1.4'] }] }, { text: 'a=b' }]],
    ['firstRelease:"latest"', [{ kind: 'name', values: [['latest']] }]],
    ['is:assigned is:unassigned', [{ values: ['assigned'] }, { kind: 'person', values: ['none'] }]],
    ['assigned:@me', [{ values: ['me'] }]],
    ['error.handled:true error.unhandled:1', [{ values: ['yes'] }, { values: ['no'] }]],
    ['stack.function:loadCart', [{ kind: 'part', key: 'place' }]],
    ['status:ignored status:500', [{ key: 'is', values: ['muted'] }, { kind: 'tag' }]],
    ['f(x):1', [{ kind: 'text' }]],
  ])('reads %j', (text, tree) => {
    const parsed = parseSearch(text);
    expect(parsed.ok ? parsed.value : parsed.fault).toMatchObject(tree);
  });

  it('reads terms about logs only in searches of logs', () => {
    const hour = { key: 'timestamp', values: [{ sign: '-', amount: 1, unit: 'h' }] };
    const value = [{ text: 'cart' }, hour];
    expect(parseSearch('cart !timestamp:-1h', 'logs')).toMatchObject({ value });
    const message =
      'timestamp: is about logs. Write lastSeen:, firstSeen:, or tags[timestamp]: for a tag.';
    for (const text of ['cart !timestamp:-1h', 'cart !timestamp:foo']) {
      expect(parseSearch(text)).toEqual({ ok: false, fault: { at: 6, end: 15, message } });
    }
  });

  it('gives the position of each term', () => {
    const parsed = parseSearch(' is:muted  !"a b"');
    expect(parsed.ok && parsed.value.map(({ at, end }) => `${at}-${end}`)).toEqual([
      '1-9',
      '11-17',
    ]);
  });

  it.each([
    ['is:open', 3, 7, /one of unresolved, resolved, muted, new, regressed\./],
    ['x level:[error, bad]', 16, 19, /one of fatal, /],
    ['level:', 6, 6, /A value is missing after level:/],
    ['type:""', 5, 7, /missing after type:/],
    ['type:[a, ]', 9, 9, /missing/],
    ['foo:[]', 5, 5, /missing after foo:/],
    ['level:error, fatal', 12, 12, /beside a comma. Write several values like level:\[a, b\]/],
    ['level:error OR level:fatal', 12, 14, /no OR.*level:\[error, fatal\]/],
    ['a AND b', 2, 5, /leave out AND/],
    ['type:[a, b', 5, 10, /bracket is never closed/],
    ['type:[a b]', 5, 8, /^Put commas between the values/],
    ['a "b', 2, 4, /quote is never closed/],
    ['type:a"b', 6, 8, /quote is never closed/],
    ['assigned:ann', 9, 12, /me, none/],
    ['firstSeen:yesterday', 10, 19, /-24h/],
    ['firstSeen:2026-02-30', 10, 20, /2026-01-05/],
    ['timesSeen:>many', 10, 15, />100/],
    ['timesSeen:1..x', 10, 14, /10\.\.100/],
    ['firstRelease:latest', 13, 19, /release:latest finds/],
    ['!', 1, 1, /no word/],
    ['a ***', 2, 5, /no word/],
    ['a:b '.repeat(51), 200, 203, /too much for one search: .* at most 50 values/],
    ['a'.repeat(501), 500, 501, /at most 500 characters/],
  ])('points out what is wrong with %j', (text, at, end, message) => {
    const fault = { at, end, message: expect.stringMatching(message) };
    expect(parseSearch(text)).toEqual({ ok: false, fault });
  });

  it('never fails on any text, and reads a printed search as the same tree', () => {
    const random = createRandom(28);
    const texts = Array.from({ length: 20_000 }, (_, round) =>
      round % 2 === 0 ? toNoise(random) : mutate(toQuery(random), random),
    );
    const trees = texts.flatMap((text) => {
      const parsed = parseSearch(text, 'logs');
      return parsed.ok ? [parsed.value] : [];
    });
    expect(trees.length).toBeGreaterThan(5000);
    for (const tree of trees) {
      const printed = printSearch(tree);
      // Added quotes can make the printed text longer than a search is allowed to be.
      if (printed.length > 500) continue;
      const again = parseSearch(printed, 'logs');
      const found = again.ok && withoutPlaces(again.value);
      expect({ printed, found }).toEqual({ printed, found: withoutPlaces(tree) });
    }
  });
});

const withoutPlaces = (search: Search) => search.map((term) => ({ ...term, at: 0, end: 0 }));

type Random = () => number;

const SCRAPS = [
  ...'! ! " " [ ] , , : : * * < > = \\ / - + . @ a b Z 0 9 _ é 😀 \0 \u2028 \t'.split(' '),
  ...'is: type: "x y" :" ]( NOT -a: .. =1 latest // a:b -24h \\" Foo: >='.split(' '),
  ' ',
  '  ',
  '\ud800',
  '"x y"',
];

function toNoise(random: Random): string {
  return Array.from({ length: Math.floor(random() * 24) }, () => pick(random, SCRAPS)).join('');
}

function toQuery(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const [key, { examples }] = pick(random, Object.entries(searchKeys));
    const term = random() < 0.2 ? '"some words"' : `${key}:${pick<string>(random, examples)}`;
    return `${random() < 0.3 ? '!' : ''}${term}`;
  }).join(' ');
}

function mutate(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const kind = random();
  if (kind < 0.3) return text;
  if (kind < 0.6) return text.slice(0, at) + pick(random, SCRAPS) + text.slice(at);
  return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
}
