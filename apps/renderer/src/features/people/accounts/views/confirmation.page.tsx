import type { ReactNode } from 'react';
import type { SecondFactorProps } from '../sign-in.dto.ts';
import { ConfirmAgain } from './confirm-again.tsx';

export function Page({ to }: SecondFactorProps): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <h1 className="text-xl">Confirm that it is you</h1>
      <ConfirmAgain leadsTo={to} />
    </div>
  );
}
