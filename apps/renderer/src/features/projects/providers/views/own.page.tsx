import { Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import type { OwnProvidersController } from '../own-providers.controller.ts';

type Props = PropsOf<OwnProvidersController['show']>;

export function Page({ providers }: Props): ReactNode {
  const { errors } = useSubmission('unlink');
  return (
    <>
      <h1 className="page-title">Providers</h1>
      {providers.length === 0 && (
        <p className="max-w-prose text-quiet">
          There are none here. Owners add them under Settings, Providers.
        </p>
      )}
      <FieldErrors id="unlink-errors" errors={errors['provider']} isAlert />
      <ul className="max-w-2xl">
        {providers.map(({ key, name, isLinked, href }) => (
          <li
            key={key}
            className="flex min-h-11 items-center justify-between gap-4 border-t border-rule py-2 first:border-t-0"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {isLinked ? (
              <NotedForm action="unlink">
                <input type="hidden" name="provider" value={key} />
                <Button aria-label={`Unlink ${name}`}>Unlink</Button>
              </NotedForm>
            ) : (
              <Link href={href} prefetch="none" className="button no-underline">
                {`Link with ${name}`}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
