import { useSubmission } from '#client-runtime';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { NotedForm } from '../../../ui/forms/noted-form.tsx';
import { FieldErrors } from '../../../ui/forms/field-errors.tsx';
import { Section } from '../../../ui/section.tsx';
import { formatUtc, toIsoTime } from '../../../ui/time/format-time.ts';
import type {
  InvitationListProps,
  InviteAction,
  MadeInvitation,
  OpenInvitation,
} from '../invitations/invitation-list.dto.ts';
import { InvitationForm } from './invitation-form.tsx';

export function Page({ invitations, projects }: InvitationListProps): ReactNode {
  const { result: made } = useSubmission<InviteAction>('invite');
  const { errors } = useSubmission('withdraw');
  return (
    <>
      <h1 className="py-4 text-xl">Invitations</h1>
      {made && <Made key={made.link} made={made} />}
      <Section id="new-invitation" title="Invite somebody">
        <InvitationForm projects={projects} />
      </Section>
      <Section id="open-invitations" title="Open">
        <FieldErrors id="withdraw-errors" errors={Object.values(errors).flat()} />
        {invitations.length === 0 && <p className="text-quiet">There is none.</p>}
        <ul>
          {invitations.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Made({ made: { link, email } }: { readonly made: MadeInvitation }): ReactNode {
  const section = useRef<HTMLElement>(null);
  // It may be above what is seen, and is said by nobody else.
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="made"
      className="mb-6 grid gap-1 border-l-2 border-ink bg-raised px-3 py-2"
    >
      <h2 id="made" className="text-base">{`Send this link to ${email ?? 'whom you invite'}`}</h2>
      <p className="flex items-center gap-2">
        <code className="font-mono text-xs wrap-anywhere select-all">{link}</code>
        <CopyButton text={link} label="link" />
      </p>
      <p className="text-xs text-faint">
        It lets one person in, once, within a week. It is shown now and never again.
      </p>
    </section>
  );
}

function InvitationLine({ invitation }: { readonly invitation: OpenInvitation }): ReactNode {
  const { id, email = 'Whoever has the link', invitedBy, expiresAtMs } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {email}
        <span className="text-quiet">{`, as ${toGrant(invitation)}`}</span>
        <span className="block text-xs text-faint">
          {`by ${invitedBy}, until `}
          <time dateTime={toIsoTime(expiresAtMs)}>{formatUtc(expiresAtMs)}</time>
        </span>
      </p>
      <NotedForm action="withdraw">
        <input type="hidden" name="invitation" value={id} />
        <Button aria-label={`Withdraw the invitation of ${email}`}>Withdraw</Button>
      </NotedForm>
    </li>
  );
}

function toGrant({ role, projects }: OpenInvitation): string {
  if (role === undefined) return 'owner';
  return projects.length > 0 ? `${role} of ${projects.join(', ')}` : role;
}
