import { Link } from '#client-runtime';
import type { ReactNode } from 'react';

export function StartLink(): ReactNode {
  return (
    <p>
      <Link href="/">To the start</Link>
    </p>
  );
}
