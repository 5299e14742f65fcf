import type { ReactNode } from 'react';
import type { ConsoleLayoutProps } from '../console.dto.ts';

type SignInBannerProps = NonNullable<ConsoleLayoutProps['signIn']>;

/** What owners should know of the way in, and what to do. */
export function SignInBanner({ tries, proxy }: SignInBannerProps): ReactNode {
  return (
    <>
      {tries !== undefined && (
        <Note title="Sign-in is being tried again and again.">
          {`${tries} tries by browsers that are not known have failed in the last two hours. Browsers that signed in here before are not held back by that.`}
        </Note>
      )}
      {proxy !== undefined && (
        <Note title={`You came through a proxy at ${proxy} that does not tell for whom.`}>
          Until it does, strangers who try passwords cannot be told from other visitors. Name it in
          TRUST_PROXY, and have it send X-Forwarded-For.
        </Note>
      )}
    </>
  );
}

function Note({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p className="border-b border-rule bg-raised px-4 py-1.5 text-sm sm:px-6 print:hidden">
      <b className="font-semibold">{title}</b> {children}
    </p>
  );
}
