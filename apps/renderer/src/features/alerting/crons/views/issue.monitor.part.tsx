import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import type { ReportingMonitor } from '../crons.dto.ts';
import { stripOf } from './drawn-strip.tsx';

export function Part({ href, strip }: ReportingMonitor): ReactNode {
  return (
    <Section id="runs" title="Runs of the monitor">
      <figure className="max-w-135">
        {stripOf(strip)}
        <figcaption className="pt-1 text-sm text-quiet">{strip.label}</figcaption>
      </figure>
      <Link href={href} prefetch="intent" className="button mt-3 no-underline">
        Open the monitor
      </Link>
    </Section>
  );
}
