import { Link } from '#client-runtime';
import type { ReactNode } from 'react';

export function StartLink(): ReactNode {
  return (
    <p>
      <Link href="/" className="inline-flex items-center pointer-coarse:min-h-11">
        To the start
      </Link>
    </p>
  );
}
