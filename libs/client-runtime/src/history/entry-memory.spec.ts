import { beforeEach, describe, expect, it } from '@jest/globals';
import { runtimeLimits } from '#page-protocol';
import { FakeStorage } from '../testing/fake-storage.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { createEntryMemory } from './entry-memory.ts';
import type { EntryMemory } from './entry-memory.ts';
import type { Snapshot } from './element-state.ts';

const SNAPSHOT: Snapshot = [
  [':root', 0, { left: 0, top: 1 }],
  ['[name="title"]', 0, ''],
];

class FullStorage extends FakeStorage {
  override setItem(): void {
    throw new Error('QuotaExceededError');
  }
}

describe('EntryMemory', () => {
  let browser: FakeWindow;
  let memory: EntryMemory;

  beforeEach(() => {
    browser = new FakeWindow();
    memory = createEntryMemory(browser.window);
  });

  function createFrom(stored: string): EntryMemory {
    memory.note('any', { path: '/1' });
    memory.remember();
    for (const key of browser.sessionStorage.items.keys()) {
      browser.sessionStorage.setItem(key, stored);
    }
    return createEntryMemory(browser.window);
  }

  it('knows nothing of an entry at first', () => {
    expect(memory.find('one')).toEqual({});
  });

  it('remembers each entry by its name', () => {
    memory.note('one', { path: '/1' });
    memory.note('two', { path: '/2' });
    expect(memory.find('one')).toEqual({ path: '/1' });
  });

  it('adds new notes to those of an entry', () => {
    memory.note('one', { url: '/a', path: '/1' });
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
    for (const known of [memory, createEntryMemory(browser.window)]) {
      expect(known.find('one')).toEqual(left);
      expect(known.find('two')).toEqual(left);
      expect(known.find('three')).toEqual({ path: '/3' });
    }
  });

  it('remembers 100 entries, and drops those noted longest ago', () => {
    for (let index = 1; index <= 100; index += 1) memory.note(`${index}`, { path: `/${index}` });
    memory.note('1', { snapshot: SNAPSHOT });
    memory.note('101', { path: '/101' });
    const remembered = ['1', '2', '3', '101'].filter(
      (name) => memory.find(name).path !== undefined,
    );
    expect(remembered).toEqual(['1', '3', '101']);
  });

  it('remembers entries in the documents that follow', () => {
    memory.note('one', { path: '/1', snapshot: SNAPSHOT });
    memory.remember();
    expect(createEntryMemory(browser.window).find('one')).toEqual({
      path: '/1',
      snapshot: SNAPSHOT,
    });
  });

  it('passes the shown address of an entry to no later document', () => {
    memory.note('one', { url: '/a', path: '/1' });
    memory.remember();
    expect(createEntryMemory(browser.window).find('one')).toEqual({ path: '/1' });
    expect(memory.find('one').url).toBe('/a');
  });

  it('still drops the oldest entry first after a full load', () => {
    for (let index = 1; index <= 100; index += 1) memory.note(`${index}`, { path: `/${index}` });
    memory.remember();
    memory = createEntryMemory(browser.window);
    memory.note('101', { path: '/101' });
    expect(memory.find('1')).toEqual({});
    expect(memory.find('2')).toEqual({ path: '/2' });
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
    expect(createEntryMemory(browser.window).find('one').snapshot).toEqual(snapshot.slice(0, 1));
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
    expect(createEntryMemory(browser.window).find('one')).toEqual({});
  });

  it('keeps entries in memory where the visitor forbids storage', () => {
    Object.defineProperty(browser, 'sessionStorage', {
      get() {
        throw new Error('SecurityError');
      },
    });
    memory = createEntryMemory(browser.window);
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
