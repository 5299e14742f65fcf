import { useAddress } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../ui/outcome.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Whoever is not signed in does it here, and goes on where they were. */
export function Page({ inPlace }: OutcomeProps): ReactNode {
  const address = useAddress();
  return (
    <Outcome title="Sign in" inPlace={inPlace}>
      <p>This needs somebody who is signed in.</p>
      <SignInForm to={address} />
    </Outcome>
  );
}
