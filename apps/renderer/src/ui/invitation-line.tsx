import type { ReactNode } from 'react';
import { Button } from './forms/button.tsx';
import { NotedForm } from './forms/noted-form.tsx';

interface InvitationLineProps {
  readonly invitation: number;
  readonly email?: string | undefined;
  readonly canSendAgain?: boolean;
  readonly children: ReactNode;
}

/** Expects the page to have an action `withdraw`, and `send-again` where that is offered. */
export function InvitationLine({
  invitation,
  email = 'Anyone with the link',
  canSendAgain = false,
  children,
}: InvitationLineProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {email}
        {children}
      </p>
      {canSendAgain && (
        <NotedForm action="send-again">
          <input type="hidden" name="invitation" value={invitation} />
          <Button aria-label={`Send again: the invitation of ${email}`}>Send again</Button>
        </NotedForm>
      )}
      <NotedForm action="withdraw">
        <input type="hidden" name="invitation" value={invitation} />
        <Button aria-label={`Withdraw the invitation of ${email}`}>Withdraw</Button>
      </NotedForm>
    </li>
  );
}
