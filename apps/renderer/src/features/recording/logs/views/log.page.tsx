import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import type { LogsController } from '../logs.controller.ts';
import { LogFacts } from './log-details.tsx';
import { LogTime } from './log-time.tsx';

type Props = PropsOf<LogsController['show']>;

const NO_FILTER = { query: '', project: '', from: '', to: '' };

/** One log alone, to which its row leads without scripts and in a new tab. */
export function Page({ log }: Props): ReactNode {
  return (
    <>
      <p className="page-crumb">
        <Link href="/logs" prefetch="intent">
          Logs
        </Link>
      </p>
      <h1 className="page-title">
        Log at <LogTime atMs={log.atMs} />
      </h1>
      <LogFacts log={log} filter={NO_FILTER} />
    </>
  );
}
