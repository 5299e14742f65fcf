import { to as toUrl } from '#shared';
import type { ReactNode } from 'react';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { ConfirmAgain } from './confirm-again.tsx';

export function Page({ to, passkey }: SecondFactorProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <h1 className="text-xl">Confirm that it is you</h1>
      <ConfirmAgain leadsTo={to} />
      {passkey && (
        <PasskeyForm
          action="confirm-passkey"
          at={toUrl('/account/confirm', {}, { query: { to } })}
          options={passkey}
        />
      )}
    </div>
  );
}
