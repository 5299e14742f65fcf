import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { NotedForm } from '../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { GeneralProps } from '../settings/general/general.dto.ts';

export function Page({ slug, name }: GeneralProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">General</h1>
      <Section id="name" title="Name">
        <NameForm slug={slug} name={name} />
      </Section>
    </>
  );
}

function NameForm({ slug, name }: GeneralProps): ReactNode {
  const { errors, fields } = useSubmission('rename');
  return (
    <NotedForm action="rename" className="grid max-w-sm gap-3">
      <TextField
        name="name"
        label="As it is shown"
        hint={`Its slug stays ${slug}: addresses have it, and its issues are called ${slug.toUpperCase()}-1 and so on.`}
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={String(fields['name'] ?? name)}
        errors={errors['name']}
      />
      <div>
        <Button>Save</Button>
      </div>
    </NotedForm>
  );
}
