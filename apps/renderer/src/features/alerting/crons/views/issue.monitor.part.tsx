import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import type { ReportingMonitor } from '../crons.dto.ts';
import { LargeStrip } from './run-strip.tsx';

export function Part({ href, runs }: ReportingMonitor): ReactNode {
  return (
    <Section id="runs" title="Runs of the monitor">
      <LargeStrip runs={runs} />
      <Link href={href} prefetch="intent" className="button mt-3 no-underline">
        Open the monitor
      </Link>
    </Section>
  );
}
