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

  it('focuses the first field with an error in document order, and announces its error', () => {
    const [fine, first, second] = ['fine', 'first', 'second'].map((name) => new FakeField(name));
    const errors = { second: ['Second.'], first: ['First.', 'And more.'] };
    pointOut.show(errors, toForm(fine!, first!, second!));
    expect([fine, first, second].map((each) => each?.isFocused)).toEqual([false, true, false]);
    expect(told).toEqual(['2 fields need attention: First.']);
  });

  it('unfolds the details around that field, and no others', () => {
    const [field, other] = [new FakeField('note'), new FakeField('other')];
    const around = new FakeFold(new FakeFold());
    const beside = new FakeFold();
    Object.assign(field, { around });
    Object.assign(other, { around: beside });
    pointOut.show({ note: ['Long.'], other: ['Long.'] }, toForm(field, other));
    expect(field.isFocused).toBe(true);
    expect(beside.open).toBe(false);
  });

  it('unfolds the details for a visitor who types elsewhere, and leaves the focus there', () => {
    const field = new FakeField('note');
    const around = new FakeFold();
    Object.assign(field, { around });
    active = { matches: () => true };
    pointOut.show({ note: ['Long.'] }, toForm(field));
    expect([around.open, field.isFocused]).toEqual([true, false]);
  });

  it('announces errors that belong to no field, too', () => {
    pointOut.show(
      { '': ['Nobody.'], note: ['Long.'], gone: ['Gone.'] },
      toForm(new FakeField('note')),
    );
    expect(told).toEqual(['2 fields need attention: Long. Nobody. Gone.']);
  });

  it('announces errors of the whole form, even without a form', () => {
    pointOut.show({ '': ['Nobody.'] });
    expect(told).toEqual(['Nobody.']);
  });

  it('announces nothing when there are no errors', () => {
    pointOut.show({}, toForm(new FakeField('note')));
    expect(told).toEqual([]);
  });

  it('focuses no field that is hidden or disabled', () => {
    const fields = [
      new FakeField('a', 'hidden'),
      new FakeField('b', 'text', true),
      new FakeField('list[]'),
    ];
    pointOut.show({ a: ['A.'], b: ['B.'], list: ['List.'] }, toForm(...fields));
    expect(fields.map(({ isFocused }) => isFocused)).toEqual([false, false, true]);
  });

  it('does not take the focus from a field in which the visitor types', () => {
    active = { matches: () => true };
    const field = new FakeField('note');
    pointOut.show({ note: ['Long.'] }, toForm(field));
    expect(field.isFocused).toBe(false);
    expect(told).toEqual(['1 field needs attention: Long.']);
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
      const form = addForm('/a?_action=add', new FakeField('note'));
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
