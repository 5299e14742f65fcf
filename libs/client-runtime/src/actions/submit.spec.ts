import { describe, expect, it } from '@jest/globals';
import { toSubmitOf } from '../testing/sendings.ts';
import { toSubmit } from './submit.ts';
import type { Submit } from './submit.ts';

describe('a Submit', () => {
  describe('values sent without a form', () => {
    it('become texts, except null and undefined', () => {
      const values = { text: 'a', count: 0, isOn: false, none: null, nothing: undefined };
      expect(toSubmitOf({ values }).entries).toEqual([
        ['text', 'a'],
        ['count', '0'],
        ['isOn', 'false'],
      ]);
    });

    it('become a list when they are an array, however many there are', () => {
      const { entries, fields } = toSubmitOf({ values: { ids: [1], none: [] } });
      expect(entries).toEqual([['ids[]', '1']]);
      expect(fields).toEqual({ ids: ['1'] });
    });

    it('become multipart when there is a file', () => {
      expect(toSubmitOf({ values: { text: 'a' } }).isMultipart).toBe(false);
      expect(toSubmitOf({ values: { file: new File([], 'a') } }).isMultipart).toBe(true);
    });

    it('go to the page, without a fragment', () => {
      expect(toSubmitOf({ at: '/b?x=1#part' }).url).toBe('/b?x=1');
    });
  });

  describe('a form', () => {
    function toFormSubmit(
      attributes: Readonly<Record<string, string>>,
      button: Readonly<Record<string, string>> | null = null,
      secrets: readonly string[] = [],
    ): Submit {
      const read = (from: Readonly<Record<string, string>>) => (name: string) => from[name] ?? null;
      const form = {
        baseURI: 'http://localhost/base/a?x=1',
        getAttribute: read(attributes),
        closest: () => null,
        querySelectorAll: () => secrets.map((name) => ({ name })),
      } as unknown as HTMLFormElement;
      const data = new FormData();
      for (const [name, value] of [
        ['note', 'a'],
        ['pin', '1234'],
        ['tag', 'x'],
        ['tag', 'y'],
        ['of[]', 'z'],
      ] as const) {
        data.append(name, value);
      }
      return toSubmit(
        {
          source: {},
          stay: 0,
          name: 'add',
          form,
          data,
          button: button && ({ getAttribute: read(button) } as unknown as HTMLElement),
        },
        '/base',
      );
    }

    it('goes to the page of its action, with the query kept', () => {
      expect(toFormSubmit({ action: '/base/a?x=1&_action=add.ada' }).url).toBe('/a?x=1');
      expect(toFormSubmit({ action: '/base/b?_action=add' }).url).toBe('/b');
    });

    it('goes to the address of its button, in the encoding of its button', () => {
      const form = { action: '/base/a?_action=other' };
      const button = { formaction: '/base/b?_action=add', formenctype: 'multipart/form-data' };
      expect(toFormSubmit(form, button)).toMatchObject({ url: '/b', isMultipart: true });
      expect(toFormSubmit({ ...form, enctype: 'multipart/form-data' }).isMultipart).toBe(true);
    });

    it('has fields as the server has them, without secrets', () => {
      const { fields } = toFormSubmit({ action: '/base/a?_action=add' }, null, ['pin']);
      expect(fields).toEqual({ note: 'a', tag: ['x', 'y'], of: ['z'] });
    });
  });

  describe('the signature', () => {
    const signatureOf = (values: object, at = '/a'): string =>
      toSubmitOf({ values: values as never, at }).signature;
    const toValues = (text = 'x', lastModified = 1): object => ({
      a: '1',
      file: new File([text], 'a.txt', { lastModified }),
    });

    it.each<[string, object, object, string]>([
      ['is the same for equal values', toValues(), toValues(), '/a'],
      ['is the same where no file is chosen', toValues('', 1), toValues('', 2), '/a'],
      ['differs by another value', { ...toValues(), a: '2' }, toValues(), '/a'],
      ['differs by another file', toValues('x', 2), toValues(), '/a'],
      ['differs by a larger file', toValues('xy'), toValues(), '/a'],
      ['differs by another page', toValues(), toValues(), '/b'],
    ])('%s', (what, values, others, at) => {
      const isSame = signatureOf(values, at) === signatureOf(others);
      expect(isSame).toBe(what.startsWith('is the same'));
    });
  });
});
