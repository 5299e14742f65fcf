import { Link } from '#client-runtime';
import { to } from '#shared';
import { memo, use, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { levelMark } from '../../../../ui/level-mark.tsx';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { LogDetails, LogFilter, LogRow } from '../logs.dto.ts';
import { toClock } from './log-clock.ts';
import { LogFacts } from './log-details.tsx';

interface LogRowProps {
  readonly row: LogRow;
  readonly filter: LogFilter;
}

const OPENED = 'col-span-full bg-raised px-2 wide:pl-30';

type Opened = LogDetails | 'loading' | 'failed';

/** `memo` avoids rendering a hundred rows again when another one has changed. */
export const LogRowOf = memo(function LogRowOf({ row, filter }: LogRowProps): ReactNode {
  const { key, atMs, level, body, facts, issue } = row;
  const [opened, setOpened] = useState<Opened>();
  const toggle = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (opened !== undefined && opened !== 'failed') return setOpened(undefined);
    setOpened('loading');
    void readDetails(`${event.currentTarget.href}/json`).then(
      (log) => setOpened((now) => (now === undefined ? now : log)),
      () => setOpened('failed'),
    );
  };
  return (
    <li>
      <Link
        href={to('/logs/:log', { log: key })}
        prefetch="none"
        className="log-row"
        aria-expanded={opened === undefined ? undefined : true}
        onClick={toggle}
      >
        <time suppressHydrationWarning>{toClock(atMs, use(TimeFormatContext))}</time>
        {levelMark[level]}
        <bdi translate="no">{body === '' ? 'no text' : body}</bdi>
        {facts && <span>{facts}</span>}
      </Link>
      {issue && (
        <Link href={issue.href} prefetch="intent" className="log-issue">
          {issue.shortId}
        </Link>
      )}
      {opened && <Details opened={opened} filter={filter} />}
    </li>
  );
});

function Details({ opened, filter }: { readonly opened: Opened; readonly filter: LogFilter }) {
  if (typeof opened === 'object')
    return <LogFacts log={opened} filter={filter} className={OPENED} />;
  return (
    <p role="status" className={`${OPENED} py-2 text-sm text-quiet`}>
      {opened === 'loading' ? 'Loading …' : 'The log cannot be loaded. Click it again.'}
    </p>
  );
}

async function readDetails(address: string): Promise<LogDetails> {
  const answer = await fetch(address, { cache: 'no-store', mode: 'same-origin' });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as LogDetails;
}
