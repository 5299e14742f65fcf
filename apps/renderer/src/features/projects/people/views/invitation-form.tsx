import { useSubmission } from '#client-runtime';
import { roles } from '#product/people/accounts/rules';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { ProjectChoice } from '../../../../ui/settings/project-choice.tsx';
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
      <ProjectChoice
        legend="In these projects; an owner is in all"
        projects={projects}
        chosen={[fields['projects'] ?? []].flat()}
        errors={errors['projects']}
      />
      <div>
        <Button isPrimary>Invite</Button>
      </div>
    </NotedForm>
  );
}
