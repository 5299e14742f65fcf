import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { InvitationLine } from '../../../../ui/invitation-line.tsx';
import { LinkToSend } from '../../../../ui/link-to-send.tsx';
import { Section } from '../../../../ui/section.tsx';
import { formatUtc, toIsoTime } from '../../../../ui/time/format-time.ts';
import type { InvitationListProps, InviteAction, OpenInvitation } from '../invitation-list.dto.ts';
import { InvitationForm } from './invitation-form.tsx';

export function Page({ invitations, projects }: InvitationListProps): ReactNode {
  const { result: made } = useSubmission<InviteAction>('invite');
  const { errors } = useSubmission('withdraw');
  return (
    <>
      <h1 className="py-4 text-xl">Invitations</h1>
      {made && (
        <LinkToSend key={made.link} to={made.email ?? 'whom you invite'} link={made.link}>
          {made.isMailed && `The link is on its way to ${made.email} by mail, too. `}
          The link works once, for one person, within a week. Errata shows it only now.
        </LinkToSend>
      )}
      <Section id="new-invitation" title="Invite somebody">
        <InvitationForm projects={projects} />
      </Section>
      <Section id="open-invitations" title="Open">
        <FieldErrors id="withdraw-errors" errors={Object.values(errors).flat()} />
        {invitations.length === 0 && <p className="text-quiet">There is none.</p>}
        <ul>
          {invitations.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation.id} email={invitation.email}>
              <span className="text-quiet">{`, as ${toGrant(invitation)}`}</span>
              <span className="block text-xs text-faint">
                {`by ${invitation.invitedBy}, until `}
                <time dateTime={toIsoTime(invitation.expiresAtMs)}>
                  {formatUtc(invitation.expiresAtMs)}
                </time>
              </span>
            </InvitationLine>
          ))}
        </ul>
      </Section>
    </>
  );
}

function toGrant({ role, projects }: OpenInvitation): string {
  if (role === undefined) return 'owner';
  return projects.length > 0 ? `${role} of ${projects.join(', ')}` : role;
}
