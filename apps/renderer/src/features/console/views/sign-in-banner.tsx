import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import type { ConsoleLayoutProps } from '../console.dto.ts';

type SignInBannerProps = NonNullable<ConsoleLayoutProps['signIn']>;

/** Tells owners of many failed tries to sign in, and of a proxy that hides its visitors. */
export function SignInBanner({ tries, proxy }: SignInBannerProps): ReactNode {
  return (
    <>
      {tries !== undefined && (
        <Notice isWide title="Sign-in is being tried again and again.">
          {`In the last two hours ${tries} tries failed, all by browsers that never signed in here. Browsers that did are not held back.`}
        </Notice>
      )}
      {proxy !== undefined && (
        <Notice
          isWide
          title={`You came through a proxy at ${proxy} that does not name its visitors.`}
        >
          Errata cannot tell strangers who try passwords from other visitors. Name the proxy in
          TRUST_PROXY, and have it send X-Forwarded-For.
        </Notice>
      )}
    </>
  );
}
