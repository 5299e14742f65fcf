import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeFormDocument } from '../testing/fake-form.ts';
import type { FakeControl } from '../testing/fake-form.ts';
import { createRestorer } from './restorer.ts';
import { createSnapshotTaker } from './snapshot.ts';
import type { Snapshot } from './element-state.ts';
import type { SnapshotTaker } from './snapshot.ts';

const TOP = { left: 0, top: 0 };
const ROOT: Snapshot[number] = [':root', 0, TOP];

describe('SnapshotTaker', () => {
  let document: FakeFormDocument;
  let browser: { document: FakeFormDocument; event?: { type: string; target: unknown } };
  let snapshots: SnapshotTaker;

  beforeEach(() => {
    document = new FakeFormDocument();
    browser = { document };
    snapshots = createSnapshotTaker(browser as unknown as Window, () => {});
    snapshots.start(createRestorer);
  });

  const take = (): Snapshot => snapshots.take().slice(0, -1);

  describe('taking fields', () => {
    it('takes the current value of a field that was changed, and no other', () => {
      document.add({ name: 'other', value: 'given' });
      document.add({ type: 'checkbox', name: 'yes', checked: true });
      expect(take()).toEqual([]);
      const field = document.add({ name: 'title' });
      document.change(field, { value: 'typed' });
      expect(take()).toEqual([['[name="title"]', 0, 'typed']]);
      field.value = 'then';
      expect(take()).toEqual([['[name="title"]', 0, 'then']]);
    });

    it('names a field by its name or id and its number, and without either by its order', () => {
      document.add({ name: 'title' });
      document.add({});
      document.change(document.add({ id: 'search' }), { value: 'by id' });
      document.change(document.add({}), { value: 'by order' });
      document.change(document.add({ name: 'title' }), { value: 'second' });
      expect(take()).toEqual([
        ['[name="title"]', 1, 'second'],
        ['input:not([name],[id])', 1, 'by order'],
        ['[id="search"]', 0, 'by id'],
      ]);
    });

    it.each([
      [{ id: 'a', action: '/b' }, '[id="a"]'],
      [{ action: '/issues/17' }, '[action="/issues/17"]'],
      [{}, ''],
    ])('names a field by its form: %j', (details, name) => {
      const parentElement = document.add({ localName: 'form', ...details });
      document.change(document.add({ name: 'title', parentElement }), { value: 'typed' });
      const list = document.add({ localName: 'details', open: true, parentElement });
      document.tell('click', document.add({ localName: 'summary', parentElement: list }));
      expect(snapshots.take().map(([selector]) => selector)).toEqual([
        `form${name} details:not([name],[id])`,
        `form${name} [name="title"]`,
        ':root',
      ]);
    });

    it('takes checkboxes, the chosen one of radio buttons, and the chosen values of a list', () => {
      const size = { type: 'radio', name: 'size' };
      const box = document.add({ type: 'checkbox', name: 'yes', value: 'on' });
      document.change(box, { checked: false });
      document.change(document.add({ ...size, value: 's' }), { checked: false });
      document.change(document.add({ ...size, value: 'm' }), { checked: true });
      const list = document.add({ name: 'level', multiple: true, options: options('b', 'c') });
      document.change(list, {});
      expect(take()).toEqual([
        ['[name="level"]', 0, ['b', 'c']],
        ['[name="size"][value="m"]', 0, true],
        ['[name="yes"][value="on"]', 0, false],
      ]);
    });

    it('takes details elements once their summary was clicked', () => {
      const details = document.add({ localName: 'details', open: true });
      document.tell('click', details);
      expect(take()).toEqual([]);
      document.tell('click', document.add({ localName: 'summary', parentElement: details }));
      expect(take()).toEqual([['details:not([name],[id])', 0, true]]);
    });

    it('leaves out fields that are gone, or in a kept page', () => {
      const fields = [document.add({ name: 'one' }), document.add({ name: 'two' })];
      for (const field of fields) document.change(field, { value: 'typed' });
      document.remove(fields[0]!);
      fields[1]!.isKept = true;
      expect(take()).toEqual([]);
    });

    it.each([
      { type: 'password' },
      { type: 'file' },
      { autocomplete: 'new-password' },
      { autocomplete: 'one-time-code' },
      { autocomplete: 'billing cc-number' },
      { autocomplete: 'off' },
      { form: { autocomplete: 'off' } },
    ])('leaves out secret fields: %j', (details) => {
      document.change(document.add({ name: 'secret', ...details }), { value: 'hidden' });
      expect(take()).toEqual([]);
    });

    it('leaves out for good a field that was a password field when anything was typed or clicked', () => {
      const field = document.add({ name: 'secret', type: 'password' });
      document.tell('click', document.add({ localName: 'button' }));
      document.change(field, { type: 'text', value: 'hidden' });
      expect(take()).toEqual([]);
    });

    it('empties a field that once was a password field when the document is left, and no other', () => {
      const field = document.add({ name: 'secret', type: 'password' });
      const other = document.add({ name: 'title' });
      document.change(field, { value: 'hidden' });
      document.change(other, { value: 'typed' });
      Object.assign(field, { type: 'text' });
      snapshots.leave();
      expect([field.value, other.value]).toEqual(['', 'typed']);
    });

    it.each(['submit', 'reset'])(
      'leaves out the fields of a form after %s, except those typed in again or not sent',
      (type) => {
        const fields = ['one', 'two', 'three'].map((name) => document.add({ name }));
        for (const field of fields) document.change(field, { value: 'typed' });
        document.tell(type, { elements: fields });
        expect(take()).toEqual([]);
        document.change(fields[1]!, { value: 'again' });
        expect(take()).toEqual([['[name="two"]', 0, 'again']]);
        document.tell('unsent', fields[2]);
        expect(take()).toContainEqual(['[name="three"]', 0, 'typed']);
      },
    );

    it.each([
      ['input', 0],
      ['change', 0],
      ['click', 0],
      ['keydown', 1],
      [undefined, 1],
    ])('leaves out a field that navigates by its %s event, and takes others: %i', (type, taken) => {
      const field = document.add({ name: 'switch' });
      document.change(field, { value: 'typed' });
      if (type) browser.event = { type, target: field };
      snapshots.forget();
      if (taken === 0) document.change(field, { value: 'b' });
      expect(take()).toHaveLength(taken);
    });
  });

  describe('restoring fields', () => {
    it('enters a text, an empty one too, and fires the events of a browser', () => {
      const field = document.add({ name: 'title' });
      const emptied = document.add({ name: 'note', value: 'given' });
      snapshots.restore([
        ['[name="title"]', 0, 'typed'],
        ['[name="note"]', 0, ''],
      ]);
      expect(field.events).toEqual(['input typed', 'change typed']);
      expect(emptied.value).toBe('');
    });

    it('resets the value that React remembers, so that React sees the change', () => {
      const seen: string[] = [];
      const tracker = { setValue: (value: string) => seen.push(value) };
      document.add({ name: 'title', _valueTracker: tracker });
      snapshots.restore([['[name="title"]', 0, 'typed']]);
      expect(seen).toEqual([expect.not.stringMatching(/^typed$/)]);
    });

    it.each([
      ['changed by a click, which React listens to', false, false],
      ['left alone if it has its state by default', true, true],
      ['told of the change that the browser has made', true, false],
    ])('has a checkbox %s', (_what, checked, defaultChecked) => {
      const details = { type: 'checkbox', name: 'yes', checked, defaultChecked };
      const box = document.add(details);
      snapshots.restore([['[name="yes"]', 0, true]]);
      expect(box.events).toEqual(defaultChecked ? [] : ['click true', 'input true', 'change true']);
    });

    it.each([
      { multiple: true, chosen: ['b', 'd'], becomes: ['b'] },
      { multiple: false, chosen: ['d'], becomes: ['a'] },
    ])('chooses the options that still exist: $chosen', ({ multiple, chosen, becomes }) => {
      const list = document.add({ name: 'level', multiple, options: options('a') });
      snapshots.restore([['[name="level"]', 0, chosen]]);
      const selected = list.options?.filter((each) => each.selected);
      expect(selected?.map(({ value }) => value)).toEqual(becomes);
    });

    it('finds fields in changed markup', () => {
      const field = document.add({ name: 'title' });
      const other = document.add({ name: 'size', type: 'radio', value: 'm', checked: false });
      document.change(field, { value: 'typed' });
      document.change(other, { checked: true });
      const snapshot = snapshots.take();
      open();
      const radios = ['l', 'm', 's'].map((value) =>
        document.add({ name: 'size', type: 'radio', value, checked: false }),
      );
      const title = document.add({ name: 'title' });
      snapshots.restore(snapshot);
      expect(snapshots.take()).toEqual(expect.arrayContaining([...snapshot]));
      expect(title.value).toBe('typed');
      expect(radios.map(({ checked }) => checked)).toEqual([false, true, false]);
    });

    it('enters nothing into the form of another record', () => {
      const fields = ['18', '17'].map((id) => {
        const parentElement = document.add({ localName: 'form', action: `/${id}` });
        return document.add({ name: 'comment', parentElement });
      });
      const snapshot: Snapshot = [
        ['form[action="/17"] [name="comment"]', 0, 'typed'],
        ['form[action="/16"] [name="comment"]', 0, 'typed too'],
      ];
      snapshots.restore(snapshot);
      expect(fields.map(({ value }) => value)).toEqual(['', 'typed']);
      expect(take().at(-1)).toEqual(ROOT);
    });

    it('leaves a field alone that was changed since, or whose form was sent', () => {
      const fields = [document.add({ name: 'one' }), document.add({ name: 'two' })];
      document.change(fields[0]!, { value: 'typed on' });
      document.tell('submit', { elements: [fields[1]!] });
      snapshots.restore([
        ['[name="one"]', 0, 'typed'],
        ['[name="two"]', 0, 'typed'],
      ]);
      expect(fields.map(({ value }) => value)).toEqual(['typed on', '']);
    });

    it('waits for fields that are missing or not hydrated, and keeps their values meanwhile', () => {
      const dry = document.add({ name: 'dry', _valueTracker: undefined });
      const snapshot: Snapshot = [
        ['[name="late"]', 0, 'typed'],
        ['[name="dry"]', 0, 'typed too'],
      ];
      snapshots.restore(snapshot);
      expect(snapshots.take()).toEqual([ROOT, ...snapshot]);
      const late = document.add({ name: 'late' });
      dry._valueTracker = { setValue: () => {} };
      snapshots.resume();
      expect([late.value, dry.value]).toEqual(['typed', 'typed too']);
    });

    it('stops waiting for fields of a page that was left', () => {
      snapshots.restore([['[name="late"]', 0, 'typed']]);
      snapshots.settle();
      const late = document.add({ name: 'late' });
      snapshots.resume();
      expect(late.value).toBe('');
    });
  });

  describe('scrolling', () => {
    const BOX = '[id="box"]';
    let box: FakeControl;

    beforeEach(() => {
      box = document.add({ localName: 'div', id: 'box' });
    });

    it('takes the scroll positions of the document and of elements that were scrolled, no fields', () => {
      document.scroll(box, 1, 20);
      document.scroll(document.add({ localName: 'div' }), 0, 30);
      document.tell('scroll', document.add({ name: 'text' }));
      document.tell('scroll', document);
      document.documentElement.scrollTop = 40;
      expect(snapshots.take()).toEqual([
        [':root', 0, { left: 0, top: 40 }],
        [BOX, 0, { left: 1, top: 20 }],
        [':root>:nth-child(2)', 0, { left: 0, top: 30 }],
      ]);
    });

    it('scrolls elements at once to their positions, and all others to the beginning', () => {
      const other = document.add({ localName: 'div', id: 'other' });
      document.scroll(other, 5, 50);
      snapshots.restore([[BOX, 0, { left: 1, top: 20 }]]);
      expect([box.scrollLeft, box.scrollTop]).toEqual([1, 20]);
      // No scroll event has come by then.
      expect(snapshots.take()).toContainEqual([BOX, 0, { left: 1, top: 20 }]);
      expect([other.scrollLeft, other.scrollTop]).toEqual([0, 0]);
      expect([...box.events, ...other.events]).toEqual(['scroll instant', 'scroll instant']);
    });

    it('leaves elements alone that the visitor has scrolled in a fresh document', () => {
      const other = document.add({ localName: 'div', id: 'other' });
      document.scroll(other, 0, 50);
      snapshots.restore(
        [
          [BOX, 0, { left: 0, top: 20 }],
          ['[id="other"]', 0, { left: 0, top: 60 }],
        ],
        true,
      );
      expect([box.scrollTop, other.scrollTop]).toEqual([20, 50]);
    });

    it.each([20, 10])(
      'scrolls an element further that the browser restored as far as %i',
      (top) => {
        const details = document.add({ localName: 'details', open: false });
        details.dispatchEvent = () => {
          // Browsers adjust the scroll position so that the content in view stays (scroll anchoring).
          box.scrollTop += 500;
          box.longest = 1000;
          return true;
        };
        box.longest = top;
        box.scrollTop = top;
        const snapshot: Snapshot = [
          ['details:not([name],[id])', 0, true],
          [BOX, 0, { left: 0, top: 20 }],
        ];
        snapshots.restore(snapshot, true);
        expect(box.scrollTop).toBe(20);
      },
    );

    it('waits until an element is long enough, and keeps its position meanwhile', () => {
      box.longest = 10;
      const offsets: Snapshot[number] = [BOX, 0, { left: 0, top: 20 }];
      snapshots.restore([offsets]);
      expect(snapshots.take().at(-1)).toEqual(offsets);
      box.longest = 100;
      snapshots.resume();
      expect(box.scrollTop).toBe(20);
      box.scrollTop = 0;
      snapshots.resume();
      expect(box.scrollTop).toBe(0);
    });

    it.each(['wheel', 'pointerdown', 'keydown'])('stops waiting to scroll after %s', (type) => {
      box.longest = 10;
      snapshots.restore([
        [BOX, 0, { left: 0, top: 20 }],
        ['[name="late"]', 0, 'typed'],
      ]);
      document.tell(type, document.documentElement);
      box.longest = 100;
      const late = document.add({ name: 'late' });
      snapshots.resume();
      expect([box.scrollTop, late.value]).toEqual([10, 'typed']);
    });
  });

  function open(): void {
    document = new FakeFormDocument();
    snapshots = createSnapshotTaker({ document } as unknown as Window, () => {});
    snapshots.start(createRestorer);
  }

  function options(...chosen: string[]): { value: string; selected: boolean }[] {
    return ['a', 'b', 'c'].map((value) => ({ value, selected: chosen.includes(value) }));
  }
});
