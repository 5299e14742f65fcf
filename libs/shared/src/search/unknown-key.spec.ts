import { expect, it } from '@jest/globals';
import { parseSearch } from './parse-search.ts';
import { describeUnknownKey, listAskedTags } from './unknown-key.ts';

it('listAskedTags lists the terms whose key may be misspelt', () => {
  const parsed = parseSearch(
    'is:new !enviroment:x tags[a]:b "c":d os.name:iOS customer:gold env:y',
  );
  expect(parsed.ok && listAskedTags(parsed.value)).toEqual([
    { name: 'enviroment', at: 8, end: 18 },
    { name: 'customer', at: 49, end: 57 },
  ]);
});

it.each([
  ['device.model', 'device', /The tag “device”/],
  ['Trace', undefined, /The id of a trace alone/],
  ['http.method', undefined, /url: finds/],
] as const)('describeUnknownKey says what Errata has for %s', (name, nearest, message) => {
  const told = describeUnknownKey({ name, at: 0, end: 1 }, []);
  expect([told.nearest, told.message]).toEqual([nearest, expect.stringMatching(message)]);
});

it.each([
  ['enviroment', 'environment'],
  ['times_sen', 'timesSeen'],
  ['custommer', 'customer'],
  ['brower.name', 'browser.name'],
  ['timestmp', undefined],
  ['whatever', undefined],
])('describeUnknownKey names the nearest key or tag to %s', (name, nearest) => {
  const told = describeUnknownKey({ name, at: 0, end: 1 }, ['customer']);
  expect(told.nearest).toBe(nearest);
  expect(told.message).toBe(
    `No search key and no received tag is called “${name}”.${nearest ? ` Did you mean “${nearest}”?` : ''}`,
  );
});
