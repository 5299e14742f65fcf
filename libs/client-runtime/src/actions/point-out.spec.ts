import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeDocument } from '../testing/fake-document.ts';
import { createPointOut, findForm } from './point-out.ts';
import type { PointOut } from './point-out.ts';

class FakeField {
  readonly attributes = new Map<string, string>();
  isFocused = false;
  around: FakeFold | null = null;

  constructor(
    readonly name: string,
    readonly type = 'text',
    readonly disabled = false,
    readonly value = '',
  ) {}

  matches(): boolean {
    return this.attributes.get('aria-invalid') === 'true';
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  closest(): FakeFold | null {
    return this.around;
  }

  focus(): void {
    this.isFocused = !this.around || this.around.isSeen;
  }
}

class FakeFold {
  open = false;

  constructor(readonly outer: FakeFold | null = null) {}

  get isSeen(): boolean {
    return this.open && this.outer?.isSeen !== false;
  }

  get parentElement(): { closest: () => FakeFold | null } {
    return { closest: () => this.outer };
  }
}

describe('PointOut', () => {
  let pointOut: PointOut;
  let told: string[];
  let active: object | null;

  beforeEach(() => {
    told = [];
    active = null;
    pointOut = createPointOut((text) => void told.push(text));
  });

  const toForm = (...elements: FakeField[]): HTMLFormElement =>
    ({
      elements,
      ownerDocument: { activeElement: active },
      contains: (element: unknown) => elements.includes(element as FakeField),
      querySelectorAll: () => elements.filter((each) => each.matches()),
    }) as unknown as HTMLFormElement;

  it('focuses the first field with an error that is neither hidden nor disabled', () => {
    const fields = [
      new FakeField('a', 'hidden'),
      new FakeField('b', 'text', true),
      new FakeField('fine'),
      new FakeField('list[]'),
      new FakeField('last'),
    ];
    const errors = { last: ['Last.'], list: ['List.', 'And more.'], a: ['A.'], b: ['B.'] };
    pointOut.show(errors, toForm(...fields));
    expect(fields.filter(({ isFocused }) => isFocused)).toEqual([fields[3]]);
    expect(told).toEqual(['4 fields need attention: A.']);
  });

  it.each([
    ['and no others', null],
    ['for a visitor who types elsewhere too, and leaves the focus there', { matches: () => true }],
  ])('unfolds the details around that field, %s', (_what, focused) => {
    active = focused;
    const [field, other] = [new FakeField('note'), new FakeField('other')];
    const around = new FakeFold(new FakeFold());
    const beside = new FakeFold();
    Object.assign(field, { around });
    Object.assign(other, { around: beside });
    pointOut.show({ note: ['Long.'], other: ['Long.'] }, toForm(field, other));
    expect([around.isSeen, beside.open, field.isFocused]).toEqual([true, false, !focused]);
    expect(told).toEqual(['2 fields need attention: Long.']);
  });

  it('announces errors that belong to no field, too', () => {
    pointOut.show(
      { '': ['Nobody.'], note: ['Long.'], gone: ['Gone.'] },
      toForm(new FakeField('note')),
    );
    expect(told).toEqual(['2 fields need attention: Long. Nobody. Gone.']);
  });

  it('announces errors of the whole form, even without a form, and nothing without errors', () => {
    pointOut.show({ '': ['Nobody.'] });
    pointOut.show({}, toForm(new FakeField('note')));
    expect(told).toEqual(['Nobody.']);
  });

  it('marks fields as invalid, and removes its own marks alone', () => {
    const [own, views] = [new FakeField('own'), new FakeField('views')];
    views.setAttribute('aria-invalid', 'true');
    const form = toForm(own, views);
    pointOut.show({ own: ['No.'], views: ['No.'] }, form);
    expect([own.matches(), views.matches()]).toEqual([true, true]);
    pointOut.clear(form);
    expect([own.getAttribute('aria-invalid'), views.matches()]).toEqual([null, true]);
  });

  describe('findForm', () => {
    let page: FakeDocument;

    const addForm = (action: string, ...elements: FakeField[]): unknown =>
      page.add('form', {
        elements,
        getAttribute: (name: string) => (name === 'action' ? action : null),
        querySelectorAll: () => elements.filter(({ type }) => type === 'hidden'),
      });

    const find = (fields: Readonly<Record<string, string>> = {}): unknown =>
      findForm(page.document, { name: 'add', fields });

    beforeEach(() => {
      page = new FakeDocument();
      addForm('/a?_action=other');
    });

    it('finds the form whose action has the name', () => {
      expect(find()).toBeUndefined();
      const form = addForm('/a?_action=add.ada', new FakeField('note'));
      addForm('/a?_action=add-more');
      expect(find()).toBe(form);
    });

    it('finds a form whose button sends it to the action', () => {
      const button = new FakeField('button');
      button.setAttribute('formaction', '/a?x=1&_action=add');
      const form = addForm('/a?_action=other', button);
      expect(find()).toBe(form);
    });

    it('finds among several forms the one whose hidden fields hold the sent values', () => {
      const [first, second] = ['1', '2'].map((id) =>
        addForm('/a?_action=add', new FakeField('id', 'hidden', false, id), new FakeField('note')),
      );
      expect(find({ id: '2', note: 'typed' })).toBe(second);
      expect(find({ id: '3' })).toBe(first);
    });
  });
});
