import { to as toUrl } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { CodeForm } from './code-form.tsx';
import { ConfirmAgain } from './confirm-again.tsx';
import { PasskeyForm } from './passkey-form.tsx';

export function Page({ email, to, passkey, isConfirmation }: SecondFactorProps): ReactNode {
  const query = { query: { to } };
  const [action, at] = isConfirmation
    ? (['confirm-passkey', toUrl('/account/confirm', {}, query)] as const)
    : (['prove-passkey', toUrl('/sign-in/second-factor', {}, query)] as const);
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      {isConfirmation ? (
        <>
          <h1 className="text-xl">Confirm that it is you</h1>
          <ConfirmAgain leadsTo={to} />
        </>
      ) : (
        <>
          <div className="grid gap-2">
            <h1 className="text-xl">Second factor</h1>
            <p className="text-quiet">{`Your password was right, ${email}.`}</p>
          </div>
          <CodeForm action="prove" at={at}>
            Sign in
          </CodeForm>
        </>
      )}
      {passkey && <PasskeyForm action={action} at={at} options={passkey} />}
      {!isConfirmation && (
        <p className="text-sm text-quiet">
          {'You have neither? An owner of Errata can reset it. '}
          <Link href={toUrl('/sign-in', {}, query)} prefetch="none">
            Sign in as somebody else
          </Link>
        </p>
      )}
    </div>
  );
}
