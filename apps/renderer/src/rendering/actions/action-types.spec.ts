import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { ActionOf } from '#shared';
import { Action } from './action.decorator.ts';
import { getActionMetadata } from './action.metadata.ts';

/* The compiler checks these cases. The build fails when an expected error does not occur. */

class NoteDto {
  readonly note!: string;
}

type AddAction = ActionOf<'add', NoteDto, { readonly count: number }>;
type ForgetAction = ActionOf<'forget', NoteDto>;

function actionsOf(controller: new () => object): Record<string, string | undefined> {
  const { constructor: _constructor, ...methods } = Object.getOwnPropertyDescriptors(
    controller.prototype as object,
  );
  return Object.fromEntries(
    Object.entries(methods).map(([name, { value }]) => [
      name,
      getActionMetadata(value as object)?.name,
    ]),
  );
}

describe('@Action', () => {
  it('accepts methods that return the result that their views expect', () => {
    class Actions {
      @Action<AddAction>('add', { invalidates: ({ count }) => [`count:${count}`] })
      returned() {
        return { count: 1 };
      }

      @Action<AddAction>('add')
      async promised() {
        return { count: 1 };
      }

      @Action<AddAction>('add')
      never(): never {
        throw new Error('It leads elsewhere.');
      }

      @Action<ForgetAction>('forget')
      nothing(): void {}

      @Action<{ count: number }>('by-its-result')
      byResult() {
        return { count: 1 };
      }

      @Action('of-nothing-known')
      ofNothingKnown() {
        return 'anything';
      }
    }
    expect(actionsOf(Actions)).toEqual({
      returned: 'add',
      promised: 'add',
      never: 'add',
      nothing: 'forget',
      byResult: 'by-its-result',
      ofNothingKnown: 'of-nothing-known',
    });
  });

  it('refuses another name, and methods that return another result', () => {
    class Actions {
      // @ts-expect-error another name
      @Action<AddAction>('remove')
      otherName() {
        return { count: 1 };
      }

      // @ts-expect-error another result
      @Action<AddAction>('add')
      otherResult() {
        return { count: 'one' };
      }

      // @ts-expect-error no result
      @Action<AddAction>('add')
      noResult() {}

      // @ts-expect-error the result has no such field
      @Action<AddAction>('add', { invalidates: ({ board }) => [`board:${String(board)}`] })
      otherTags() {
        return { count: 1 };
      }

      // @ts-expect-error another result
      @Action<{ count: number }>('by-its-result')
      byResult() {
        return {};
      }
    }
    expect(Object.keys(actionsOf(Actions))).toHaveLength(5);
  });
});
