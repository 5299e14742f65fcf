import { Link } from '#client-runtime';
import type { ReactNode } from 'react';

/** The way on from a page that shows nothing else. */
export function StartLink(): ReactNode {
  return (
    <p>
      <Link href="/" className="inline-flex items-center pointer-coarse:min-h-11">
        To the start
      </Link>
    </p>
  );
}
