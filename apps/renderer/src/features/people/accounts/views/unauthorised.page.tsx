import { Link, useAddress } from '#client-runtime';
import { to } from '#shared';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';
import { ConfirmAgain } from './confirm-again.tsx';
import { FindingTheLink } from './finding-the-link.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function Page({ code, inPlace }: OutcomeProps): ReactNode {
  const address = useAddress();
  return (
    <>
      {/* Guards refuse a request before layouts are loaded. This page therefore draws the header
         itself. */}
      {inPlace !== true && (
        <header className="flex h-12 items-center border-b border-rule px-4 sm:px-6 print:hidden">
          <Link href="/" prefetch="none" className="wordmark">
            Errata
          </Link>
        </header>
      )}
      <Way code={code} inPlace={inPlace} address={address} />
    </>
  );
}

function Way({
  code,
  inPlace,
  address,
}: Pick<OutcomeProps, 'code' | 'inPlace'> & { readonly address: string }): ReactNode {
  if (code === 'accounts.unowned') return <Unowned inPlace={inPlace} />;
  if (code === 'accounts.confirm_first') {
    return (
      <Outcome title="Confirm that it is you" inPlace={inPlace}>
        <ConfirmAgain leadsTo={address} isInPlace />
      </Outcome>
    );
  }
  return (
    <Outcome title="Sign in" inPlace={inPlace}>
      <p>Sign in to see this page.</p>
      {code === 'accounts.sign_in_first' && (
        <p>
          <Link
            href={to('/sign-in', {}, { query: { to: address } })}
            prefetch="none"
            className="button no-underline"
          >
            Sign in with a provider
          </Link>
        </p>
      )}
      <SignInForm leadsTo={address} isInPlace={inPlace === true} />
    </Outcome>
  );
}

function Unowned({ inPlace }: Pick<OutcomeProps, 'inPlace'>): ReactNode {
  return (
    <Outcome title="Errata has no owner yet" inPlace={inPlace}>
      <FindingTheLink />
      <p>
        <Link href="/setup" prefetch="none">
          Set it up
        </Link>
      </p>
    </Outcome>
  );
}
