import { useSubmission } from '#client-runtime';
import { roles } from '#product/people/accounts/rules';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { InvitationListProps } from '../invitation-list.dto.ts';

const ROLES = roles.map((role) => [role, role === 'owner' ? 'owner of Errata' : role] as const);

export function InvitationForm({ projects }: Pick<InvitationListProps, 'projects'>): ReactNode {
  const { errors, fields } = useSubmission('invite');
  return (
    <NotedForm action="invite" className="grid max-w-sm gap-3">
      <TextField
        name="email"
        label="Email"
        type="email"
        hint="Only a person with this email can accept. Left blank, anyone with the link can."
        autoComplete="off"
        defaultValue={String(fields['email'] ?? '')}
        errors={errors['email']}
      />
      <SelectField
        name="role"
        label="As"
        options={ROLES}
        defaultValue={String(fields['role'] ?? 'member')}
        errors={errors['role']}
      />
      <Projects
        projects={projects}
        chosen={[fields['projects'] ?? []].flat()}
        errors={errors['projects']}
      />
      <div>
        <Button isPrimary>Make the link</Button>
      </div>
    </NotedForm>
  );
}

interface ProjectsProps extends Pick<InvitationListProps, 'projects'> {
  readonly chosen: readonly string[];
  readonly errors: readonly string[] | undefined;
}

function Projects({ projects, chosen, errors }: ProjectsProps): ReactNode {
  return (
    <fieldset aria-describedby="projects-errors" className="grid gap-1">
      <legend className="mb-1 text-sm text-quiet">In these projects; an owner is in all</legend>
      {projects.map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="projects[]"
            value={id}
            defaultChecked={chosen.includes(String(id))}
            className="size-4"
          />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </label>
      ))}
      <FieldErrors id="projects-errors" errors={errors} />
    </fieldset>
  );
}
