import type { ReactNode } from 'react';
import type { SignInProps } from '../sign-in.dto.ts';
import { SignInForm } from './sign-in-form.tsx';

export function Page({ to }: SignInProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <h1 className="text-xl">Sign in</h1>
      <SignInForm leadsTo={to} />
    </div>
  );
}
