import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { ReportingMonitor } from '../crons.dto.ts';

export function Part({ name, href }: ReportingMonitor): ReactNode {
  return (
    <>
      The cron monitor <Link href={href}>{name}</Link> reported this.
    </>
  );
}
