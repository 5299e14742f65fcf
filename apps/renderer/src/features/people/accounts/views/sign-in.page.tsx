import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import type { SignInController } from '../sign-in/sign-in.controller.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInWays } from './sign-in-ways.tsx';

type Props = PropsOf<SignInController['show']>;

export function Page({ to, ways, arePasswordsOff }: Props): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <h1 className="text-xl">Sign in</h1>
      <SignInWays ways={ways} />
      {arePasswordsOff ? (
        <Disclosure summary={<span className="text-sm">The first owner, in an emergency</span>}>
          <div className="pt-3">
            <SignInForm leadsTo={to} />
          </div>
        </Disclosure>
      ) : (
        <SignInForm leadsTo={to} />
      )}
    </div>
  );
}
