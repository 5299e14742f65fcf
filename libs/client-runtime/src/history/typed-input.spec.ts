import { beforeEach, describe, expect, it } from '@jest/globals';
import { watchTypedInput } from './typed-input.ts';
import type { TypedInputWatch } from './typed-input.ts';

interface FieldDetails {
  readonly type?: string;
  readonly name?: string;
  readonly id?: string;
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  readonly checked?: boolean;
}

/** A field, with its value where a browser has it: on its prototype. */
class FakeField extends EventTarget {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly defaultValue: string | undefined;
  readonly defaultChecked = false;
  checked: boolean;
  clicks = 0;
  readonly events: string[] = [];
  private text: string;

  constructor(details: FieldDetails) {
    super();
    const { type = 'text', name = '', id = '', value = '', checked = false } = details;
    this.type = type;
    this.name = name;
    this.id = id;
    this.defaultValue = 'defaultValue' in details ? details.defaultValue : '';
    this.checked = checked;
    this.text = value;
    for (const event of ['input', 'change']) {
      this.addEventListener(event, ({ bubbles }) =>
        this.events.push(`${event} ${this.value}${bubbles ? '' : ', alone'}`),
      );
    }
  }

  get value(): string {
    return this.text;
  }

  set value(value: string) {
    this.text = value;
  }

  click(): void {
    this.clicks += 1;
    this.checked = !this.checked;
  }
}

/** The fields of a document, and what happens to them. */
class FakeDocument extends EventTarget {
  fields: FakeField[] = [];

  querySelectorAll(): readonly FakeField[] {
    return this.fields;
  }

  add(details: FieldDetails): FakeField {
    const field = new FakeField(details);
    this.fields.push(field);
    return field;
  }

  type(field: FakeField, value: string): void {
    field.value = value;
    this.tell('input', field);
  }

  tell(type: string, target: unknown): void {
    // An event of Node.js has the target that it is dispatched to.
    this.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: target }));
  }
}

describe('TypedInputWatch', () => {
  let document: FakeDocument;

  beforeEach(() => {
    document = new FakeDocument();
  });

  const watch = (): TypedInputWatch => watchTypedInput(document as unknown as Document);

  describe('taking', () => {
    it('takes what was typed', () => {
      const field = document.add({ name: 'title' });
      const typed = watch();
      document.type(field, 'typed');
      expect(typed.take()).toEqual({ 'title 1': 'typed' });
    });

    it('takes nothing that was not typed into', () => {
      document.add({ name: 'title', value: 'given', defaultValue: 'given' });
      expect(watch().take()).toEqual({});
    });

    it('takes no choice of a list that nobody touched', () => {
      document.add({ type: 'select-one', name: 'level', value: 'error', defaultValue: undefined });
      expect(watch().take()).toEqual({});
    });

    it('takes what a field is now', () => {
      const field = document.add({ name: 'title' });
      const typed = watch();
      document.type(field, 'once');
      field.value = 'then';
      expect(typed.take()).toEqual({ 'title 1': 'then' });
    });

    it('tells fields of one name apart', () => {
      const fields = [document.add({ name: 'tag' }), document.add({ name: 'tag' })];
      const typed = watch();
      for (const [index, field] of fields.entries()) document.type(field, `typed ${index}`);
      expect(typed.take()).toEqual({ 'tag 1': 'typed 0', 'tag 2': 'typed 1' });
    });

    it('calls a field without a name by its id', () => {
      const field = document.add({ id: 'search' });
      const typed = watch();
      document.type(field, 'typed');
      expect(typed.take()).toEqual({ 'search 1': 'typed' });
    });

    it('leaves out what is gone', () => {
      const field = document.add({ name: 'title' });
      const typed = watch();
      document.type(field, 'typed');
      document.fields = [];
      expect(typed.take()).toEqual({});
    });
  });

  describe('restoring', () => {
    it('enters what was typed, and says so as a browser does', () => {
      const field = document.add({ name: 'title' });
      watch().restore({ 'title 1': 'typed' });
      expect(field.events).toEqual(['input typed', 'change typed']);
    });

    it('tells React that it has not seen the value', () => {
      const field = document.add({ name: 'title' });
      const seen: string[] = [];
      Object.assign(field, { _valueTracker: { setValue: (value: string) => seen.push(value) } });
      watch().restore({ 'title 1': 'typed' });
      expect(field.value).toBe('typed');
      expect(seen).toEqual([expect.not.stringMatching(/^typed$/)]);
    });

    it('empties what was emptied', () => {
      const field = document.add({ name: 'title', value: 'given', defaultValue: 'given' });
      watch().restore({ 'title 1': '' });
      expect(field.value).toBe('');
    });

    it('leaves a field alone that has it already', () => {
      const field = document.add({ name: 'title', value: 'typed', defaultValue: 'typed' });
      watch().restore({ 'title 1': 'typed' });
      expect(field.events).toEqual([]);
    });

    it('leaves alone what nothing is known of', () => {
      const fields = [
        document.add({ name: 'title', value: 'given', defaultValue: 'given' }),
        document.add({ type: 'checkbox', name: 'yes', checked: true }),
      ];
      watch().restore({ 'another 1': 'typed' });
      expect(fields[0]!.value).toBe('given');
      expect(fields[1]!.clicks).toBe(0);
    });

    it('leaves a field alone that has been typed into since', () => {
      const field = document.add({ name: 'title' });
      const typed = watch();
      document.type(field, 'typed on');
      typed.restore({ 'title 1': 'typed' });
      expect(field.value).toBe('typed on');
    });
  });
});
