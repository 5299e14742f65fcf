import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import type { LimitsProps } from '../limits.dto.ts';
import { Origins } from './origins.tsx';
import { ProjectRate } from './project-rate.tsx';

export function Page({ slug, reportsPerMinute, allowedOrigins }: LimitsProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">Limits</h1>
      <Section id="rate" title="Rate">
        <ProjectRate key={reportsPerMinute} slug={slug} reportsPerMinute={reportsPerMinute} />
      </Section>
      <Section id="origins" title="Origins">
        <Origins key={allowedOrigins?.join(' ')} allowedOrigins={allowedOrigins} />
      </Section>
    </>
  );
}
