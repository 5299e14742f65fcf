import { to as toUrl } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { CodeForm } from './code-form.tsx';

export function Page({ email, to, passkey }: SecondFactorProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <div className="grid gap-2">
        <h1 className="text-xl">Second factor</h1>
        <p className="text-quiet">{`Your password was right, ${email}.`}</p>
      </div>
      <CodeForm action="prove" at={toUrl('/sign-in/second-factor', {}, { query: { to } })}>
        Sign in
      </CodeForm>
      {passkey && (
        <PasskeyForm
          action="prove-passkey"
          at={toUrl('/sign-in/second-factor', {}, { query: { to } })}
          options={passkey}
        />
      )}
      <p className="text-sm text-quiet">
        {'You have neither? An owner of Errata can reset it. '}
        <Link href={toUrl('/sign-in', {}, { query: { to } })} prefetch="none">
          Sign in as somebody else
        </Link>
      </p>
    </div>
  );
}
