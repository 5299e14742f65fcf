import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';

const SNIPPET = `Sentry.init({
  tracesSampleRate: 1,
});`;

export function NoSegments(): ReactNode {
  return (
    <Section id="begin" title="No spans yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        SDKs time each request, page load and job, and send these times as spans when a sample rate
        is set. Errata counts them by name. A project that existed before this version counts them
        once its settings, under Data, Spans, say so.
      </p>
      <SnippetBlock file="JavaScript; Python has traces_sample_rate" code={SNIPPET} />
      <p className="pt-3 text-sm">
        <Link
          href={to('/help/:document', { document: 'performance' })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          Other SDKs, and what is kept
        </Link>
      </p>
    </Section>
  );
}
