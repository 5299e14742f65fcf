import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { SnippetBlock } from '../../../../ui/snippet-block.tsx';
import type { LogsProps } from '../logs.dto.ts';

const SNIPPET = `Sentry.init({
  enableLogs: true,
});`;
const LINK = 'inline-flex items-center pointer-coarse:min-h-11';

export function NoLogs({ fault, isFiltered, searchedBackToMs }: LogsProps): ReactNode {
  if (fault !== undefined) return null;
  if (isFiltered) {
    return (
      <div className="py-6">
        <p className="text-lg">
          {searchedBackToMs === undefined ? 'No log matches.' : 'No log matches so far.'}
        </p>
        <p className="max-w-prose pt-1 text-sm text-quiet">
          Words are looked for at the beginnings of words in texts, and facts by their names, such
          as server_name:web-1 or cart:42. An open log shows its names.
        </p>
        <p className="pt-1 text-sm">
          <Link href="/logs" className={LINK}>
            Show all logs
          </Link>
        </p>
      </div>
    );
  }
  return (
    <Section id="begin" title="No logs yet">
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Applications send logs with the SDK that sends their errors. Each log then stands beside the
        errors of its trace, too.
      </p>
      <div className="max-w-3xl">
        <SnippetBlock
          file="JavaScript from 10 on; SDKs from 11 on do it by themselves"
          code={SNIPPET}
        />
      </div>
      <p className="max-w-prose pt-3 text-sm text-quiet">
        <Link href={to('/help/:document', { document: 'logs' })} className={LINK}>
          Other SDKs, and what is kept
        </Link>
      </p>
    </Section>
  );
}
