import { to as toUrl } from '#shared';
import type { ReactNode } from 'react';
import { CodeForm } from './code-form.tsx';

/** Asks for the second factor before an owner's act, and leads to `leadsTo`, an address within the console. */
export function ConfirmAgain({ leadsTo }: { readonly leadsTo: string }): ReactNode {
  return (
    <>
      <p>
        What concerns all of Errata asks for your second factor when you proved it more than 12
        hours ago.
      </p>
      <CodeForm action="confirm" at={toUrl('/account/confirm', {}, { query: { to: leadsTo } })}>
        Confirm
      </CodeForm>
    </>
  );
}
