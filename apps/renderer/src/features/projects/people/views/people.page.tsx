import { Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { LinkToSend } from '../../../../ui/link-to-send.tsx';
import { FindForm } from '../../../../ui/find-form.tsx';
import type { InviteAction } from '../invitation-list.dto.ts';
import type { PeopleController } from '../people.controller.ts';
import type { PersonAction, ResetLinkAction } from '../people.dto.ts';
import { Invitations } from './invitations.tsx';
import { PersonActions } from './person-actions.tsx';

type Props = PropsOf<PeopleController['list']>;

export function Page({ find, isLong, people, nextPage, invited }: Props): ReactNode {
  const refused = useRefused();
  const { result: made } = useSubmission<ResetLinkAction>('make-reset-link');
  const { result: invitation } = useSubmission<InviteAction>('invite');
  return (
    <>
      <div className="page-head">
        <h1 className="text-xl">People</h1>
        <a href="#invite" className="button no-underline">
          Invite somebody
        </a>
      </div>
      <p className="pb-3 text-xs text-faint">
        Open a line to change a person’s role in Errata. Each project has its own page for the roles
        in it.
      </p>
      {made && (
        <LinkToSend key={made.link} to={made.email} link={made.link}>
          With this link the person can set another password once, within a day. Errata shows it
          only now.
        </LinkToSend>
      )}
      {invitation && (
        <LinkToSend
          key={invitation.link}
          to={invitation.email ?? 'whom you invite'}
          link={invitation.link}
        >
          {invitation.isMailed && `The link is on its way to ${invitation.email} by mail, too. `}
          The link works once, for one person, within a week. Errata shows it only now.
        </LinkToSend>
      )}
      <FindForm
        action="/settings/people"
        label="Find a person or an invitation"
        find={find}
        isLong={isLong}
        isEmpty={people.length + invited.invitations.length === 0}
      />
      <ul className="pb-6">
        {people.map((person) => {
          const errors = refused?.user === String(person.id) ? refused.errors : [];
          return (
            <li key={person.id} className="border-t border-rule first:border-t-0">
              <Disclosure open={errors.length > 0} summary={<PersonSummary person={person} />}>
                <div className="grid gap-2 pb-3 pl-4">
                  <FieldErrors id={`person-${person.id}-errors`} errors={errors} />
                  {person.isLinked && (
                    <p className="text-xs text-quiet">A provider signs them in.</p>
                  )}
                  <PersonActions person={person} />
                </div>
              </Disclosure>
            </li>
          );
        })}
      </ul>
      {nextPage !== undefined && (
        <p className="py-3">
          <Link
            href={nextPage}
            rel="next"
            className="inline-flex items-center pointer-coarse:min-h-11"
          >
            More people
          </Link>
        </p>
      )}
      <Invitations {...invited} />
    </>
  );
}

function useRefused(): { user: string; errors: readonly string[] } | undefined {
  const refused = [
    useSubmission<PersonAction>('make-owner'),
    useSubmission<PersonAction>('unmake-owner'),
    useSubmission<PersonAction>('disable'),
    useSubmission<PersonAction>('enable'),
    useSubmission<PersonAction>('remove'),
    useSubmission<PersonAction>('make-reset-link'),
    useSubmission<PersonAction>('reset-second-factor'),
  ].find(({ errors }) => Object.keys(errors).length > 0);
  return (
    refused && {
      user: String(refused.fields.user),
      errors: Object.values(refused.errors).flat(),
    }
  );
}

function PersonSummary({ person }: { readonly person: Props['people'][number] }): ReactNode {
  const { email, name, isOwner, isDisabled, isSelf, projects, moreProjects } = person;
  const standing = [isOwner && 'owner', isDisabled && 'disabled', isSelf && 'you'].filter(Boolean);
  return (
    <span className="grid gap-x-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:items-baseline">
      <span className="min-w-0 wrap-anywhere">
        {name ?? email}
        {name !== undefined && <span className="text-xs text-faint">{` ${email}`}</span>}
        {standing.length > 0 && (
          <span className="text-xs font-semibold text-quiet">{` ${standing.join(', ')}`}</span>
        )}
      </span>
      <span className="min-w-0 text-xs wrap-anywhere text-quiet">
        {projects.map((project) => `${project.name} (${project.role})`).join(', ')}
        {moreProjects > 0 && ` and ${moreProjects} more`}
      </span>
    </span>
  );
}
