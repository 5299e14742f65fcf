import { Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { OwnProvidersController } from '../own-providers.controller.ts';

type Props = PropsOf<OwnProvidersController['show']>;

const LINE =
  'flex min-h-11 items-center justify-between gap-4 border-t border-rule py-2 first:border-t-0';

export function Page({ linked, others }: Props): ReactNode {
  const { errors } = useSubmission('unlink');
  return (
    <>
      <h1 className="page-title">Providers</h1>
      {linked.length + others.length === 0 && (
        <p className="max-w-prose text-quiet">
          There are none here. Owners add them under Settings, Providers.
        </p>
      )}
      <FieldErrors id="unlink-errors" errors={errors['issuer']} isAlert />
      <ul className="max-w-2xl">
        {linked.map(({ issuer, name, address, linkedAtMs }) => (
          <li key={`${issuer} ${linkedAtMs}`} className={LINE}>
            <span className="min-w-0 wrap-anywhere">
              {name}{' '}
              <span className="text-xs text-faint">
                {address ?? (
                  <>
                    since <Moment atMs={linkedAtMs} />
                  </>
                )}
              </span>
            </span>
            {/* The session ends with the link when the provider has opened it. */}
            <NotedForm action="unlink" reloadDocument>
              <input type="hidden" name="issuer" value={issuer} />
              <Button aria-label={`Unlink ${name}`}>Unlink</Button>
            </NotedForm>
          </li>
        ))}
        {others.map(({ key, name, href }) => (
          <li key={key} className={LINE}>
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Link href={href} prefetch="none" className="button no-underline">
              {`Link with ${name}`}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
