import { beforeEach, describe, expect, it } from '@jest/globals';
import { runtimeLimits } from '#page-protocol';
import { FakeStorage } from '../testing/fake-storage.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createEntryMemory } from './entry-memory.ts';
import type { EntryMemory } from './entry-memory.ts';
import type { Snapshot } from './element-state.ts';

const SNAPSHOT: Snapshot = [
  [':root', 0, { left: 0, top: 1 }],
  ['[name="title"]', 0, ''],
];

class FullStorage extends FakeStorage {
  constructor(private readonly maxCharacters = -1) {
    super();
  }

  override setItem(key: string, value: string): void {
    if (value.length > this.maxCharacters) throw new Error('QuotaExceededError');
    super.setItem(key, value);
  }
}

describe('EntryMemory', () => {
  const browser = fresh(() => new FakeWindow());
  let memory: EntryMemory;

  beforeEach(() => {
    memory = createEntryMemory(browser.window, '');
  });

  function createFrom(stored: string): EntryMemory {
    memory.note('any', { path: '/1' });
    memory.remember();
    for (const key of browser.sessionStorage.items.keys()) {
      browser.sessionStorage.setItem(key, stored);
    }
    return createEntryMemory(browser.window, '');
  }

  it('remembers each entry by its name, and adds new notes to those of an entry', () => {
    expect(memory.find('one')).toEqual({});
    memory.note('one', { url: '/a', path: '/1' });
    memory.note('two', { path: '/2' });
    expect(memory.find('one')).toEqual({ url: '/a', path: '/1' });
    memory.note('one', { path: '/2', snapshot: SNAPSHOT });
    expect(memory.find('one')).toEqual({ url: '/a', path: '/2', snapshot: SNAPSHOT });
  });

  it('forgets typed and chosen values, in storage too, and keeps scroll positions and open details', () => {
    const opened = ['details', 0, true] as const;
    for (const entry of ['one', 'two']) {
      memory.note(entry, { path: '/1', snapshot: [...SNAPSHOT, ['select', 0, ['a']], opened] });
    }
    memory.note('three', { path: '/3' });
    memory.remember();
    memory.forget();
    const left = { path: '/1', snapshot: [SNAPSHOT[0], opened] };
    for (const known of [memory, createEntryMemory(browser.window, '')]) {
      expect(known.find('one')).toEqual(left);
      expect(known.find('two')).toEqual(left);
      expect(known.find('three')).toEqual({ path: '/3' });
    }
  });

  it.each([
    ['in this document', () => {}],
    [
      'after a full load',
      () => {
        memory.remember();
        memory = createEntryMemory(browser.window, '');
      },
    ],
  ])('remembers 100 entries, and drops those noted longest ago %s', (_when, reload) => {
    for (let index = 1; index <= 100; index += 1) memory.note(`${index}`, { path: `/${index}` });
    memory.note('1', { snapshot: SNAPSHOT });
    reload();
    memory.note('101', { path: '/101' });
    const names = ['1', '2', '3', '101'];
    expect(names.filter((name) => memory.find(name).path)).toEqual(['1', '3', '101']);
  });

  it('remembers entries in the documents that follow, without their shown addresses', () => {
    memory.note('one', { url: '/a', path: '/1', snapshot: SNAPSHOT });
    memory.remember();
    const later = createEntryMemory(browser.window, '');
    expect(later.find('one')).toEqual({ path: '/1', snapshot: SNAPSHOT });
    expect(memory.find('one').url).toBe('/a');
    expect(createEntryMemory(browser.window, '/other').find('one')).toEqual({});
  });

  it('leaves field values that are too large out of storage alone', () => {
    // The two quotes of the JSON text count as well.
    const long = 'x'.repeat(runtimeLimits.restoredStateCharacters - 2);
    const snapshot: Snapshot = [
      ['[name="long"]', 0, long],
      ['[name="longer"]', 0, `${long}x`],
      ['[name="list"]', 0, [long, 'x']],
    ];
    memory.note('one', { path: '/1', snapshot });
    memory.remember();
    expect(memory.find('one').snapshot).toEqual(snapshot);
    expect(createEntryMemory(browser.window, '').find('one').snapshot).toEqual(
      snapshot.slice(0, 1),
    );
  });

  it('keeps entries in memory when storage is full, and removes older ones from storage', () => {
    const storage = new FullStorage();
    memory.note('one', { path: '/before' });
    memory.remember();
    for (const [key, stored] of browser.sessionStorage.items) storage.items.set(key, stored);
    browser.sessionStorage = storage;
    memory.note('one', { path: '/1' });
    expect(() => memory.remember()).not.toThrow();
    expect(memory.find('one')).toEqual({ path: '/1' });
    expect(createEntryMemory(browser.window, '').find('one')).toEqual({});
  });

  it('stores the newer half of the entries when storage has no room for all', () => {
    browser.sessionStorage = new FullStorage(80);
    for (const name of ['one', 'two', 'three', 'four', 'five']) memory.note(name, { path: '/1' });
    memory.remember();
    const stored = createEntryMemory(browser.window, '');
    expect(stored.find('three')).toEqual({});
    expect([stored.find('four'), stored.find('five')]).toEqual([{ path: '/1' }, { path: '/1' }]);
    expect(memory.find('one')).toEqual({ path: '/1' });
  });

  it('keeps entries in memory where the visitor forbids storage', () => {
    Object.defineProperty(browser, 'sessionStorage', {
      get() {
        throw new Error('SecurityError');
      },
    });
    memory = createEntryMemory(browser.window, '');
    memory.note('one', { path: '/1' });
    expect(() => memory.remember()).not.toThrow();
    expect(memory.find('one')).toEqual({ path: '/1' });
  });

  it.each(['', 'no JSON', 'null', '5', '"text"', '{}', '{"one":{}}', '[1]', '[null]', '["ab"]'])(
    'starts empty with damaged storage: %s',
    (stored) => {
      memory = createFrom(stored);
      memory.note('one', { path: '/1' });
      expect(memory.find('one')).toEqual({ path: '/1' });
    },
  );

  it.each(['[["one"]]', '[["one",null]]'])('knows nothing of an entry stored as %s', (stored) => {
    expect(createFrom(stored).find('one')).toEqual({});
  });
});
