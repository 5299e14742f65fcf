import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Danger } from '../../../../ui/settings/danger.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { GeneralController } from '../settings/general/general.controller.ts';

type Props = PropsOf<GeneralController['show']>;

export function Page({ slug, name, mayDelete, issues }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">General</h1>
      <div className="pb-10">
        <NameForm key={name} slug={slug} name={name} />
      </div>
      {mayDelete && <Deletion slug={slug} issues={issues} />}
    </>
  );
}

function NameForm({ slug, name }: Pick<Props, 'slug' | 'name'>): ReactNode {
  const { errors, fields } = useSubmission('rename');
  return (
    <SavedForm action="rename" className="grid max-w-sm gap-3">
      <TextField
        name="name"
        label="Name of the project"
        hint={`The slug ${slug} cannot change. It is part of addresses, and issues are called ${slug.toUpperCase()}-1 and so on.`}
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={String(fields['name'] ?? name)}
        errors={errors['name']}
      />
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}

function Deletion({ slug, issues = 0 }: Pick<Props, 'slug' | 'issues'>): ReactNode {
  return (
    <Danger
      title="Delete the project"
      consequences={`${formatQuantity(issues, 'issue')} and all their events, files and feedback go, with the counts and settings of the project. The relay refuses its keys within two seconds. You cannot undo this. Copies in backups stay until you remove those.`}
      action="delete"
      name="slug"
      word={slug}
    />
  );
}
