import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';

const SNIPPET = `Sentry.init({
  release: 'shop@1.4.2',
});`;

export function NoReleases(): ReactNode {
  return (
    <Section id="begin" title="No release yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Tell the SDK which version runs. Its next event or session makes the release. SDKs of
        browsers and phones then send sessions by themselves, from which Errata counts crashes and
        users.
      </p>
      <div className="max-w-3xl">
        <SnippetBlock file="JavaScript; other SDKs call it “release”, too" code={SNIPPET} />
      </div>
      <p className="max-w-prose pt-3 text-sm text-quiet">
        Commits and deploys come from <code className="font-mono text-xs">sentry-cli releases</code>{' '}
        in the build.{' '}
        <Link
          href={to('/help/:document', { document: 'releases' })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          What to send, and what it gives
        </Link>
      </p>
    </Section>
  );
}
