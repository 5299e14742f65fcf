import { useRouter } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Outcome } from '../../ui/outcome.tsx';

/**
 * Takes the place of a datum that redirects, and replaces the page with the one it redirects to.
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
