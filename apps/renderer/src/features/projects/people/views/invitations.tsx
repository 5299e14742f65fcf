import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { roles } from '#product/people/accounts/rules';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { InvitationLine } from '../../../../ui/invitation-line.tsx';
import { Section } from '../../../../ui/section.tsx';
import { ProjectChoice } from '../../../../ui/settings/project-choice.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { InvitationListProps, OpenInvitation } from '../invitation-list.dto.ts';

const ROLES = roles.map((role) => [role, role === 'owner' ? 'owner of Errata' : role] as const);

export function Invitations({ invitations, isCut, projects }: InvitationListProps): ReactNode {
  const { errors } = useSubmission('withdraw');
  return (
    <>
      {invitations.length > 0 && (
        <Section id="open-invitations" title="Invited, and not here yet">
          <FieldErrors id="withdraw-errors" errors={Object.values(errors).flat()} />
          <ul>
            {invitations.map((invitation) => (
              <InvitationLine
                key={invitation.id}
                invitation={invitation.id}
                email={invitation.email}
              >
                <span className="text-quiet">{`, as ${toGrant(invitation)}`}</span>
                <span className="block text-xs text-faint">
                  {`by ${invitation.invitedBy}, until `}
                  <Moment atMs={invitation.expiresAtMs} />
                </span>
              </InvitationLine>
            ))}
          </ul>
          {isCut && <p className="pt-2 text-sm text-quiet">Find older ones by their address.</p>}
        </Section>
      )}
      <Section id="invite" title="Invite somebody">
        <InvitationForm projects={projects} />
      </Section>
    </>
  );
}

function toGrant({ role, projects }: OpenInvitation): string {
  if (role === undefined) return 'owner';
  return projects.length > 0 ? `${role} of ${projects.join(', ')}` : role;
}

function InvitationForm({ projects }: Pick<InvitationListProps, 'projects'>): ReactNode {
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
