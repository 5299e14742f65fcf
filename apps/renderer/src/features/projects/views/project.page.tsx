import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { NotedForm } from '../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Section } from '../../../ui/section.tsx';
import type { ProjectSettingsProps } from '../settings/project-settings.dto.ts';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';
import { Origins } from './origins.tsx';
import { Rates } from './rates.tsx';

export function Page(props: ProjectSettingsProps): ReactNode {
  const { slug, name, keys, reportsPerMinute, allowedOrigins, ...people } = props;
  return (
    <>
      <h1 className="py-4 text-xl wrap-anywhere">{name}</h1>
      <Section id="name" title="Name">
        <NameForm slug={slug} name={name} />
      </Section>
      <Section id="keys" title="Keys">
        <Keys keys={keys} />
      </Section>
      <Section id="rates" title="Rates">
        <Rates keys={keys} reportsPerMinute={reportsPerMinute} />
      </Section>
      <Section id="origins" title="Origins">
        <Origins key={allowedOrigins?.join(' ')} allowedOrigins={allowedOrigins} />
      </Section>
      <Section id="members" title="Members">
        <Members {...people} />
      </Section>
    </>
  );
}

function NameForm({ slug, name }: Pick<ProjectSettingsProps, 'slug' | 'name'>): ReactNode {
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
