import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Form, Link, useAddress, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import type { InvitationController } from '../invitations/invitation.controller.ts';
import { SignInWays } from './sign-in-ways.tsx';
import { NewAccountFields } from './new-account-fields.tsx';

type Props = PropsOf<InvitationController['show']>;

export function Page(props: Props): ReactNode {
  const { as } = props;
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <div className="grid gap-2">
        <h1 className="text-xl">You are invited to Errata</h1>
        <p className="text-quiet wrap-anywhere">{`${as.charAt(0).toUpperCase()}${as.slice(1)}.`}</p>
      </div>
      <Answer {...props} />
    </div>
  );
}

function Answer(props: Props): ReactNode {
  const { visitor, isForAnother, email, ways, arePasswordsOff, whyNoAccount } = props;
  if (visitor === undefined) {
    return (
      <>
        <SignInWays ways={ways} />
        {whyNoAccount !== undefined && <p>{whyNoAccount}</p>}
        {whyNoAccount === undefined && !arePasswordsOff && <NewAccount email={email} />}
        {(whyNoAccount !== undefined || !arePasswordsOff) && <SignInFirst />}
      </>
    );
  }
  return isForAnother ? (
    <ForAnother visitor={visitor} email={email} />
  ) : (
    <Accept visitor={visitor} />
  );
}

function ForAnother({ visitor, email }: Pick<Props, 'visitor' | 'email'>): ReactNode {
  return (
    <p>
      {`The invitation is for ${email}, and you are signed in as ${visitor}. `}
      <Link href="/account">Sign out</Link> first to accept it.
    </p>
  );
}

function NewAccount({ email }: Pick<Props, 'email'>): ReactNode {
  const { errors, fields } = useSubmission('accept-as-new');
  return (
    <Form action="accept-as-new" reloadDocument className="grid gap-4">
      <FieldErrors id="accept-errors" errors={errors['']} />
      <NewAccountFields errors={errors} fields={fields} email={email} hasFocus />
      <div>
        <Button isPrimary>Accept</Button>
      </div>
    </Form>
  );
}

function SignInFirst(): ReactNode {
  const address = useAddress();
  return (
    <p className="text-sm text-quiet">
      {'You have an account already? '}
      <Link href={to('/sign-in', {}, { query: { to: address } })} prefetch="none">
        Sign in first
      </Link>
      .
    </p>
  );
}

function Accept({ visitor }: { readonly visitor: string }): ReactNode {
  const { errors } = useSubmission('accept');
  return (
    <Form action="accept" reloadDocument className="grid gap-4">
      <FieldErrors id="accept-errors" errors={Object.values(errors).flat()} />
      <div>
        <Button isPrimary>{`Accept as ${visitor}`}</Button>
      </div>
    </Form>
  );
}
