import { describe, expect, it } from '@jest/globals';
import type { ActionOf, Address } from '#page-protocol';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { Form } from './form.tsx';
import { useAction } from './use-action.ts';
import { useFormAction } from './use-form-action.ts';
import { usePending } from './use-pending.ts';
import { useSubmission } from './use-submission.ts';

/* The compiler runs these tests: an `@ts-expect-error` without an error fails the type check. Jest
   only checks what a view gets before anything is sent. */

interface ResolveDto {
  readonly ids: readonly number[];
  readonly note?: string;
  readonly file?: { readonly path: string };
}

type ResolveAction = ActionOf<'resolve', ResolveDto, { readonly resolved: number }>;

function neverRun(run: () => unknown): void {
  expect(typeof run).toBe('function');
}

describe('the types of a view’s hooks', () => {
  it('name the fields and the result of the action', () => {
    function View(): ReactNode {
      const { status, result, errors, fields } = useSubmission<ResolveAction>('resolve');
      const pending = usePending<ResolveAction>('resolve');
      neverRun(() => [
        result?.resolved.toFixed(),
        errors.ids?.join(),
        errors['']?.join(),
        fields.note?.toString(),
        pending[0]?.note,
        // @ts-expect-error the result has no such field
        result?.count,
        // @ts-expect-error the fields have none of that name
        errors.other,
        // @ts-expect-error the fields have none of that name
        fields.other,
        // @ts-expect-error the fields have none of that name
        pending[0]?.other,
      ]);
      return `${status} ${pending.length}`;
    }
    expect(renderToStaticMarkup(<View />)).toBe('idle 0');
  });

  it('allow any field of an action of which nothing is known', () => {
    function View(): ReactNode {
      const { errors, fields, result } = useSubmission('any');
      neverRun(() => [
        Object.values(errors).flat().join(),
        errors['a']?.join(),
        fields['b'],
        result,
      ]);
      return Object.keys({ ...errors, ...fields }).length;
    }
    expect(renderToStaticMarkup(<View />)).toBe('0');
  });

  it('refuse another action name', () => {
    function View(): ReactNode {
      // @ts-expect-error another name
      const { status } = useSubmission<ResolveAction>('other');
      return status;
    }
    expect(renderToStaticMarkup(<View />)).toBe('idle');
  });

  it('run an action with its fields alone', () => {
    function View(): ReactNode {
      const { run, status } = useAction<ResolveAction>('resolve');
      const any = useAction('any');
      neverRun(async () => [
        (await run({ ids: [1], note: 'a', file: new File([], 'a') }))?.resolved,
        any.run({ anything: 1, atAll: [true] }),
        any.run(),
        // @ts-expect-error a field is missing
        run({}),
        // @ts-expect-error fields are missing
        run(),
        // @ts-expect-error another type
        run({ ids: ['1'] }),
        // @ts-expect-error no such field
        run({ ids: [1], other: 1 }),
        // @ts-expect-error nothing that could be sent
        any.run({ nested: { a: 1 } }),
      ]);
      return status;
    }
    expect(renderToStaticMarkup(<View />)).toBe('idle');
  });
});

describe('a form', () => {
  it('posts to the page that it is on, or to another, with scripts or without', () => {
    function View(): ReactNode {
      return (
        <>
          <Form action="resolve">
            <button formAction={useFormAction('mute')}>Mute</button>
          </Form>
          <Form action="sign-in" at={'/sign-in?to=/issues#part' as Address} reloadDocument />
        </>
      );
    }
    expect(renderToStaticMarkup(<View />)).toBe(
      '<form action="/?_action=resolve" method="post">' +
        '<button formAction="/?_action=mute">Mute</button></form>' +
        '<form action="/sign-in?to=/issues&amp;_action=sign-in" method="post"></form>',
    );
  });
});
