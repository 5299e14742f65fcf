import { to } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { LimitsProps } from '../limits.dto.ts';

/** How much all keys of the project together may send in a minute. */
export function ProjectRate({
  slug,
  reportsPerMinute,
}: Pick<LimitsProps, 'slug' | 'reportsPerMinute'>): ReactNode {
  const { errors, fields } = useSubmission('limit');
  return (
    <NotedForm action="limit" className="grid max-w-lg gap-3">
      <p className="text-xs text-faint">
        Enter the most reports a minute. Beyond it, the relay tells SDKs to wait until the minute is
        over. Blank means the relay’s rate for all projects. Each key may also have{' '}
        <Link href={to('/settings/projects/:slug/keys', { slug })} prefetch="intent">
          a rate of its own
        </Link>
        .
      </p>
      <TextField
        name="rate"
        label="All keys together"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        defaultValue={String(fields['rate'] ?? reportsPerMinute ?? '')}
        errors={errors['rate']}
      />
      <div>
        <Button>Save rate</Button>
      </div>
    </NotedForm>
  );
}
