import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { Check } from '../../../../ui/forms/check.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { PeopleController } from '../people.controller.ts';

export type Person = PropsOf<PeopleController['list']>['people'][number];

export function PersonActions({ person }: { readonly person: Person }): ReactNode {
  const { email, name = email, isOwner, isDisabled, isSelf, hasSecondFactor } = person;
  return (
    <div className="flex flex-wrap gap-2">
      {isOwner && (
        <Change
          person={person}
          action="unmake-owner"
          verb={isSelf ? 'Give up ownership' : 'Take ownership away'}
          ofSelf="Give up your ownership? Another owner would have to give it back."
        />
      )}
      {!isOwner && !isDisabled && <Change person={person} action="make-owner" verb="Make owner" />}
      {isDisabled ? (
        <Change person={person} action="enable" verb="Enable" />
      ) : (
        <Change
          person={person}
          action="disable"
          verb="Disable"
          ofSelf="Disable your own account? Another owner would have to enable it."
        />
      )}
      {!isDisabled && <SignOut person={person} />}
      {hasSecondFactor && (
        <Confirm
          label={
            <>
              Reset second factor<span className="sr-only">{` ${email}`}</span>
            </>
          }
          question={`Reset the second factor of ${name}? The password alone signs them in then, and all their sessions end.`}
        >
          <NotedForm action="reset-second-factor" reloadDocument={isSelf}>
            <input type="hidden" name="user" value={person.id} />
            {isSelf && (
              <div className="grid gap-2 pb-2">
                <TextField
                  name="password"
                  label="Your password, if you have one"
                  type="password"
                  autoComplete="current-password"
                />
              </div>
            )}
            <Button>Reset</Button>
          </NotedForm>
        </Confirm>
      )}
      {!isDisabled && !isSelf && (
        <Change person={person} action="make-reset-link" verb="Link for a password" />
      )}
      <Confirm
        label={
          <>
            Remove<span className="sr-only">{` ${email}`}</span>
          </>
        }
        question={`Remove ${name} for good? Their name stays on their actions. Errata deletes everything else about them.${toComeBack(person)}`}
      >
        {person.admittedBy !== undefined && !isDisabled && (
          <Change person={person} action="disable" verb="Disable instead" />
        )}
        <RemovePerson person={person} />
      </Confirm>
    </div>
  );
}

function toComeBack({ admittedBy, isDisabled }: Person): string {
  if (admittedBy === undefined) return '';
  const remedy = isDisabled ? 'As long as they are disabled' : 'Disabled';
  return ` They can come back with a new account, because ${admittedBy} lets in everybody of their domain. ${remedy}, they cannot.`;
}

function SignOut({ person }: { readonly person: Person }): ReactNode {
  const { id, email, name = email, isSelf, isLinked } = person;
  return (
    <Confirm label="Sign out everywhere" of={email} question={`Sign ${name} out everywhere?`}>
      <NotedForm action="end-sessions" reloadDocument={isSelf}>
        <input type="hidden" name="user" value={id} />
        <div className="grid gap-2 pb-2">
          <Check name="withdrawTokens" value="on" label="Withdraw their tokens, too" isOn />
          {isLinked && (
            <Check
              name="unlinkProviders"
              value="on"
              label="Unlink their providers, too, if a password signs them in"
              isOn
            />
          )}
        </div>
        <Button>Sign out</Button>
      </NotedForm>
    </Confirm>
  );
}

function RemovePerson({ person: { id, isSelf } }: { readonly person: Person }): ReactNode {
  const { errors, fields } = useSubmission('remove');
  return (
    <NotedForm action="remove" reloadDocument={isSelf}>
      <input type="hidden" name="user" value={id} />
      <div className="grid gap-2 pb-2">
        <TextField
          name="word"
          label="Type remove to go on"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          errors={Number(fields['user']) === id ? errors['word'] : undefined}
        />
      </div>
      <Button>Remove</Button>
    </NotedForm>
  );
}

interface ChangeProps {
  readonly person: Person;
  readonly action: string;
  readonly verb: string;
  /**
   * Question shown to visitors before they change their own account, because they could not undo
   * the change.
   */
  readonly ofSelf?: string;
}

function Change({ person, action, verb, ofSelf }: ChangeProps): ReactNode {
  const { id, email, isSelf } = person;
  const form = (
    // When visitors change their own account, the document is reloaded. Cached pages were loaded
    // with the earlier rights.
    <NotedForm action={action} reloadDocument={isSelf}>
      <input type="hidden" name="user" value={id} />
      <Button aria-label={`${verb}: ${email}`}>{verb}</Button>
    </NotedForm>
  );
  if (!isSelf || ofSelf === undefined) return form;
  return (
    <Confirm label={verb} question={ofSelf}>
      {form}
    </Confirm>
  );
}
