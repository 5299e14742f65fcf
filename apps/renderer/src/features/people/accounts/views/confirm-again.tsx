import { to as toUrl } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeForm } from './code-form.tsx';

/** Asks for the second factor before an owner's act, and leads to `leadsTo`, an address within the console. */
export function ConfirmAgain({
  leadsTo,
  isInPlace = false,
}: {
  readonly leadsTo: string;
  /** It stands where the act was refused. A passkey is asked for on a page of its own. */
  readonly isInPlace?: boolean;
}): ReactNode {
  return (
    <>
      <p>
        What concerns all of Errata asks for your second factor when you proved it more than 12
        hours ago.
      </p>
      <CodeForm action="confirm" at={toUrl('/account/confirm', {}, { query: { to: leadsTo } })}>
        Confirm
      </CodeForm>
      {isInPlace && (
        <p className="text-xs">
          <Link href={toUrl('/account/confirm', {}, { query: { to: leadsTo } })} prefetch="none">
            Use a passkey
          </Link>
        </p>
      )}
    </>
  );
}
