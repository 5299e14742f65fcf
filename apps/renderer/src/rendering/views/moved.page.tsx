import { useRouter } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Outcome } from './outcome.tsx';

/**
 * Shown in place of deferred data that redirects. Replaces the page with the target of the
 * redirect.
 */
export function Page({ title, location = '/' }: OutcomeProps): ReactNode {
  const router = useRouter();
  useEffect(() => void router.follow(location, { isReplace: true }), [router, location]);
  return (
    <Outcome title={title} inPlace>
      <p>
        This page goes on at <a href={location}>{location}</a>.
      </p>
    </Outcome>
  );
}
