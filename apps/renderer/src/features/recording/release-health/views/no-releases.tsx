import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { CodeRegion } from '../../../../ui/code-region.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Section } from '../../../../ui/section.tsx';

const SNIPPET = `Sentry.init({
  release: 'shop@1.4.2',
});`;

export function NoReleases({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  if (isFiltered) {
    return (
      <Section id="none" title="No such release">
        <p className="pb-2 text-sm">
          <Link href="/releases" className="inline-flex items-center pointer-coarse:min-h-11">
            Show all releases
          </Link>
        </p>
      </Section>
    );
  }
  return (
    <Section id="begin" title="No release yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Tell the SDK which version runs. Its next event or session makes the release. SDKs of
        browsers and phones then send sessions by themselves, from which Errata counts crashes and
        users.
      </p>
      <div className="max-w-3xl">
        <div className="flex items-center justify-between gap-2">
          <h3 className="text-sm font-semibold">JavaScript; other SDKs call it “release”, too</h3>
          <CopyButton text={SNIPPET} label="the lines" />
        </div>
        <CodeRegion
          label="JavaScript"
          className="overflow-x-auto bg-raised px-3 py-2 font-mono text-xs"
        >
          {SNIPPET}
        </CodeRegion>
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
