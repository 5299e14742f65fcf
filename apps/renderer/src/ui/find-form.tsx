import { Form, Link } from '#client-runtime';
import type { LinkTarget } from '#shared';
import type { ReactNode } from 'react';
import { Button } from './forms/button.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { TextField } from './forms/text-field.tsx';

interface FindFormProps {
  /** The address of the list without a query. */
  readonly action: LinkTarget;
  readonly hidden?: Readonly<Record<string, string>>;
  /** The whole list. */
  readonly all?: LinkTarget;
  readonly label: string;
  /** The text that the list is searched for, as `?find=`. */
  readonly find: string;
  /** Whether the list has more rows than the page. A short list needs no form. */
  readonly isLong: boolean;
  readonly isEmpty: boolean;
}

/** Searches a list that is longer than a page. */
export function FindForm(props: FindFormProps): ReactNode {
  const { action, hidden = {}, all = action, label, find, isLong, isEmpty } = props;
  if (!isLong && find === '') return null;
  return (
    <>
      <Form
        key={find}
        method="get"
        action={action}
        prefetch="none"
        role="search"
        aria-label={label}
        className="flex max-w-md items-end gap-2 pb-3 *:first:flex-1"
      >
        <TextField name="find" type="search" label={label} autoComplete="off" defaultValue={find} />
        <HiddenFields fields={hidden} />
        <Button>Find</Button>
      </Form>
      {find !== '' && (
        <p className="pb-3 text-sm text-quiet">
          {isEmpty ? 'None has ' : 'Those with '}
          <bdi translate="no" className="font-semibold text-ink">
            {find}
          </bdi>
          {'. '}
          <Link
            href={all}
            className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            All
          </Link>
        </p>
      )}
    </>
  );
}
