import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SegmentOfIssue } from '../segments.dto.ts';

export function Part({ href, name, told }: SegmentOfIssue): ReactNode {
  return (
    <ul aria-label="Performance" className="why-now">
      <li>
        <Link href={href} className="inline-flex items-center pointer-coarse:min-h-11">
          <bdi translate="no">{name}</bdi>
        </Link>
        {` · ${told}`}
      </li>
    </ul>
  );
}
