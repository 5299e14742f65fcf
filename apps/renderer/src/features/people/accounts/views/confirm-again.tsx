import { to as toUrl } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeForm } from './code-form.tsx';

export function ConfirmAgain({
  leadsTo,
  isInPlace = false,
}: {
  readonly leadsTo: string;
  /**
   * True when shown on the page whose action was refused. A link then leads to another page for
   * passkeys.
   */
  readonly isInPlace?: boolean;
}): ReactNode {
  return (
    <>
      <p>
        Tokens, and what concerns all of Errata, ask for your second factor when you proved it more
        than 12 hours ago.
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
