import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SignInWay } from '../sign-in.dto.ts';

/** Links to providers are not prefetched, because they redirect to another site. */
export function SignInWays({ ways }: { readonly ways: readonly SignInWay[] }): ReactNode {
  if (ways.length === 0) return null;
  return (
    <ul className="grid max-w-sm gap-2 border-b border-rule pb-6">
      {ways.map(({ name, href }) => (
        <li key={href} className="grid">
          <Link href={href} prefetch="none" className="button justify-center no-underline">
            {`Sign in with ${name}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
