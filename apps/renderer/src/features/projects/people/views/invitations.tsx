import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { InvitationLine } from '../../../../ui/invitation-line.tsx';
import { Section } from '../../../../ui/section.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { InvitationListProps, OpenInvitation } from '../invitation-list.dto.ts';
import { InvitationForm } from './invitation-form.tsx';

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
