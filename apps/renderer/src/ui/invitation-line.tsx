import type { ReactNode } from 'react';
import { Button } from './forms/button.tsx';
import { NotedForm } from './forms/noted-form.tsx';

interface InvitationLineProps {
  readonly invitation: number;
  readonly email?: string | undefined;
  readonly children: ReactNode;
}

/** Expects the page to have an action `withdraw`. */
export function InvitationLine({
  invitation,
  email = 'Anyone with the link',
  children,
}: InvitationLineProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {email}
        {children}
      </p>
      <NotedForm action="withdraw">
        <input type="hidden" name="invitation" value={invitation} />
        <Button aria-label={`Withdraw the invitation of ${email}`}>Withdraw</Button>
      </NotedForm>
    </li>
  );
}
