import { Link, useSubmission } from '#client-runtime';
import { to } from '#shared';
import type { PropsOf } from '#shared';
import { projectRoles } from '#product/people/accounts/rules';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { InvitationLine } from '../../../../ui/invitation-line.tsx';
import { LinkToSend } from '../../../../ui/link-to-send.tsx';
import { Section } from '../../../../ui/section.tsx';
import { FindForm } from '../../../../ui/find-form.tsx';
import { ProjectChoice } from '../../../../ui/settings/project-choice.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { MembersController } from '../members.controller.ts';
import type { Addable, AddMemberAction, InviteMemberAction, MadeLink } from '../members.dto.ts';

type Props = PropsOf<MembersController['show']>;

const ROLES = projectRoles.map((role) => [role, role] as const);

export function Page(props: Props): ReactNode {
  const { slug, find, isLong, isCut, members, nextMembers, addable, invited } = props;
  const { errors: ofRole } = useSubmission('change-role');
  const { errors: ofRemoval } = useSubmission('remove-member');
  return (
    <>
      <h1 className="page-title">Members</h1>
      <div className="grid gap-4 border-t border-rule pt-3 pb-6">
        <p className="text-xs text-faint">
          Owners of Errata are in every project; this list names only owners who were added.
        </p>
        <FindForm
          action={to('/settings/projects/:slug/members', { slug })}
          label="Find a member or an invitation"
          find={find}
          isLong={isLong}
          isEmpty={members.length + invited.length === 0}
        />
        <FieldErrors id="members-errors" errors={[ofRole, ofRemoval].flatMap(toSentences)} />
        {members.length > 0 && (
          <ul>
            {members.map((member) => (
              <MemberLine key={member.userId} member={member} />
            ))}
          </ul>
        )}
        {nextMembers !== undefined && (
          <p>
            <Link
              href={nextMembers}
              rel="next"
              className="inline-flex items-center pointer-coarse:min-h-11"
            >
              More members
            </Link>
          </p>
        )}
      </div>
      <Invited invited={invited} isCut={isCut} />
      <Section id="invite" title="Invite somebody">
        {addable ? <AddMember {...addable} /> : <InviteMember />}
      </Section>
    </>
  );
}

function toSentences(errors: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.values(errors).flat();
}

function MemberLine({ member }: { readonly member: Props['members'][number] }): ReactNode {
  const { userId, email, name, role, isDisabled, isSelf } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
        {name ?? email}
        {name !== undefined && <span className="ml-2 text-xs text-faint">{email}</span>}
        {isSelf && <span className="ml-2 text-xs text-faint">you</span>}
        {isDisabled && <span className="ml-2 text-xs text-faint">disabled</span>}
      </p>
      {/* When visitors change their own role, the document is reloaded. Cached pages were loaded
         with the earlier rights. */}
      <NotedForm action="change-role" reloadDocument={isSelf} className="flex gap-1">
        <input type="hidden" name="user" value={userId} />
        <SelectField
          key={role}
          name="role"
          label={`Role of ${email}`}
          isLabelHidden
          options={ROLES}
          defaultValue={role}
        />
        <Button aria-label={`Change role of ${email}`}>Change</Button>
      </NotedForm>
      <NotedForm action="remove-member" reloadDocument={isSelf}>
        <input type="hidden" name="user" value={userId} />
        <Button aria-label={`Remove ${email}`}>Remove</Button>
      </NotedForm>
    </li>
  );
}

function Invited({ invited, isCut }: Pick<Props, 'invited' | 'isCut'>): ReactNode {
  const { errors } = useSubmission('withdraw');
  const { errors: ofSending } = useSubmission('send-again');
  if (invited.length === 0) return null;
  return (
    <Section id="invited" title="Invited, and not here yet">
      <FieldErrors id="withdraw-errors" errors={[errors, ofSending].flatMap(toSentences)} />
      <ul>
        {invited.map(({ invitation, role, others, expiresAtMs, ...line }) => (
          <InvitationLine key={invitation} invitation={invitation} {...line}>
            <span className="text-quiet">{`, as ${role}${toElsewhere(others)}, until `}</span>
            <Moment atMs={expiresAtMs} className="text-quiet" />
          </InvitationLine>
        ))}
      </ul>
      {isCut && <p className="pt-2 text-sm text-quiet">Find older ones by their address.</p>}
    </Section>
  );
}

function toElsewhere(others: readonly string[]): string {
  return others.length === 0 ? '' : ` here and in ${others.join(', ')}`;
}

/** Invites even people who have an account, so that an admin does not learn who has one. */
function InviteMember(): ReactNode {
  const { errors, fields, result: made } = useSubmission<InviteMemberAction>('invite-member');
  return (
    <>
      <Made made={made} />
      <NotedForm action="invite-member" className="grid max-w-sm gap-3">
        <TextField
          name="email"
          label="Email"
          type="email"
          hint="Only a person with this email can accept."
          required
          autoComplete="off"
          defaultValue={String(fields.email ?? '')}
          errors={errors.email}
        />
        <RoleField role={fields.role} errors={errors.role} />
        <div>
          <Button isPrimary>Invite</Button>
        </div>
      </NotedForm>
    </>
  );
}

function AddMember({ emails, others }: Addable): ReactNode {
  const { errors, fields, result: made } = useSubmission<AddMemberAction>('add-member');
  return (
    <>
      <Made made={made} />
      <NotedForm action="add-member" className="grid max-w-sm gap-3">
        <TextField
          name="email"
          label="Email"
          type="email"
          hint="Somebody with an account is in at once. Anybody else gets a link."
          required
          autoComplete="off"
          list={emails.length > 0 ? 'addable' : undefined}
          defaultValue={String(fields.email ?? '')}
          errors={errors.email}
        />
        {emails.length > 0 && (
          <datalist id="addable">
            {emails.map((email) => (
              <option key={email} value={email}>
                {email}
              </option>
            ))}
          </datalist>
        )}
        <RoleField role={fields.role} errors={errors.role} />
        {others.values.length > 0 && (
          <ProjectChoice
            legend="And in these projects"
            projects={others}
            chosen={[fields.projects ?? []].flat()}
            errors={errors.projects}
          />
        )}
        <div>
          <Button isPrimary>Invite</Button>
        </div>
      </NotedForm>
    </>
  );
}

function Made({ made }: { readonly made: MadeLink | undefined }): ReactNode {
  if (made?.link === undefined) return null;
  return (
    <LinkToSend key={made.link} to={made.email} link={made.link}>
      {made.isMailed && 'The link is on its way to them by mail, too. '}
      {made.makesAccounts
        ? 'The link works once, within a week, with an existing account or a new one. '
        : 'The link works once, within a week, for somebody who has an account. Who has none yet is invited by an owner. '}
      Errata shows it only now.
    </LinkToSend>
  );
}

interface RoleFieldProps {
  readonly role: unknown;
  readonly errors: readonly string[] | undefined;
}

function RoleField({ role = 'member', errors }: RoleFieldProps): ReactNode {
  return (
    <SelectField
      name="role"
      label="As"
      options={ROLES}
      defaultValue={String(role)}
      errors={errors}
    />
  );
}
