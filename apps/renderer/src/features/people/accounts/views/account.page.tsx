import { Form, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { AccountController } from '../account/account.controller.ts';
import { WithdrawTokens } from './withdraw-tokens.tsx';

type Props = PropsOf<AccountController['show']>;

export function Page({ nowMs, email, name, sessions, ...withdrawable }: Props): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <div className="page-head">
        <h1 className="min-w-0 text-xl wrap-anywhere">{name || email}</h1>
        <Form action="sign-out" reloadDocument>
          <Button>Sign out</Button>
        </Form>
      </div>
      <Section id="name" title="Name">
        <NameForm name={name} email={email} />
      </Section>
      <Section id="password" title="Password">
        <PasswordForm email={email} {...withdrawable} />
      </Section>
      <Section id="sessions" title="Where you are signed in">
        <Sessions sessions={sessions} {...withdrawable} />
      </Section>
    </NowProvider>
  );
}

function NameForm({ name, email }: Pick<Props, 'name' | 'email'>): ReactNode {
  const { errors, fields } = useSubmission('rename');
  return (
    <NotedForm action="rename" className="grid max-w-sm gap-3">
      <TextField
        name="name"
        label="As others see it"
        autoComplete="name"
        placeholder={email}
        defaultValue={String(fields['name'] ?? name)}
        errors={errors['name']}
      />
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </NotedForm>
  );
}

function PasswordForm({
  email,
  ...withdrawable
}: Pick<Props, 'email' | 'tokens' | 'mayUnlink'>): ReactNode {
  const { errors } = useSubmission('change-password');
  return (
    <Form action="change-password" reloadDocument className="grid max-w-sm gap-3">
      {/* Password managers need the user name to know which entry to update. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        name="current"
        label="Present password"
        type="password"
        autoComplete="current-password"
        required
        errors={errors['current']}
      />
      <TextField
        name="next"
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint="At least 10 characters. The change signs you out in every other browser."
        errors={errors['next']}
      />
      <WithdrawTokens action="change-password" {...withdrawable} />
      <div>
        <Button>Change password</Button>
      </div>
    </Form>
  );
}

function Sessions({
  sessions,
  ...withdrawable
}: Pick<Props, 'sessions' | 'tokens' | 'mayUnlink'>): ReactNode {
  return (
    <div className="grid gap-3">
      <ul className="grid max-w-2xl">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {/* A copy of this browser's cookie is no session of its own, and ends by this form, too. */}
      <NotedForm action="end-other-sessions" className="grid justify-items-start gap-3">
        <WithdrawTokens action="end-other-sessions" {...withdrawable} />
        <Button>Sign out everywhere else</Button>
      </NotedForm>
    </div>
  );
}

function SessionLine({ session }: { readonly session: Props['sessions'][number] }): ReactNode {
  const { id, isThis, browser, address, how, lastSeenMs } = session;
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-2 first:border-t-0">
      <p className="min-w-0">
        <span className="block truncate">{browser}</span>
        <span className="block text-xs text-faint">
          {`${address} · ${how} · `}
          {isThis ? 'this session' : <RelativeTime atMs={lastSeenMs} />}
        </span>
      </p>
      {!isThis && (
        <NotedForm action="end-session">
          <input type="hidden" name="session" value={id} />
          <Button aria-label={`Sign out ${browser}, ${address}`}>Sign out</Button>
        </NotedForm>
      )}
    </li>
  );
}
