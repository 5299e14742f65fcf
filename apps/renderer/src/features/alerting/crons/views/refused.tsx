import { Form } from '#client-runtime';
import { monitorLimits } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SubmissionNote } from '../../../../ui/forms/submission-note.tsx';
import { Section } from '../../../../ui/section.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { RefusedRow } from '../crons.dto.ts';

export function Refused({ refused }: { readonly refused: readonly RefusedRow[] }): ReactNode {
  return (
    <Section id="refused" title="Check-ins without a monitor">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Check-ins make at most {monitorLimits.monitorsMade} monitors an hour in a project. The
        latest slugs beyond that stand here, and Errata does not watch their jobs. Admins of the
        project add those that they know.
      </p>
      <ul>
        {refused.map((row) => (
          <Row key={`${row.project.slug} ${row.slug}`} {...row} />
        ))}
      </ul>
      <SubmissionNote action="add" saysErrors />
    </Section>
  );
}

function Row({ slug, project, schedule, atMs, mayAdd }: RefusedRow): ReactNode {
  return (
    <li className="flex min-h-11 items-center gap-4 border-t border-rule py-1.5 first:border-t-0">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <code className="font-mono text-sm">{slug}</code>
        <p className="text-xs text-faint">
          {project.name} · {schedule ?? 'no schedule'} · <RelativeTime atMs={atMs} />
        </p>
      </div>
      {mayAdd && (
        <Form action="add">
          <input type="hidden" name="project" value={project.slug} />
          <input type="hidden" name="slug" value={slug} />
          <Button aria-label={`Add ${slug}`}>Add</Button>
        </Form>
      )}
    </li>
  );
}
