import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DeleteProjectAction, GeneralProps } from '../general.dto.ts';

export function Page({ slug, name, mayDelete }: GeneralProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">General</h1>
      <Section id="name" title="Name">
        <NameForm slug={slug} name={name} />
      </Section>
      {mayDelete && (
        <Section id="delete" title="Delete the project">
          <DeleteForm slug={slug} />
        </Section>
      )}
    </>
  );
}

function NameForm({ slug, name }: Pick<GeneralProps, 'slug' | 'name'>): ReactNode {
  const { errors, fields } = useSubmission('rename');
  return (
    <NotedForm action="rename" className="grid max-w-sm gap-3">
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
        <Button>Save</Button>
      </div>
    </NotedForm>
  );
}

function DeleteForm({ slug }: Pick<GeneralProps, 'slug'>): ReactNode {
  const { errors, fields } = useSubmission<DeleteProjectAction>('delete');
  return (
    <NotedForm action="delete" className="grid max-w-sm gap-3">
      <p className="text-sm text-quiet">
        Within two seconds the relay refuses the keys of the project. Errata removes its issues,
        events, files, feedback, counts and settings step by step. You cannot undo this. Copies in
        backups stay until you remove those.
      </p>
      <TextField
        name="slug"
        label={`Type ${slug} to delete it`}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={fields.slug ?? ''}
        errors={errors.slug}
      />
      <div>
        <Button>Delete the project</Button>
      </div>
    </NotedForm>
  );
}
