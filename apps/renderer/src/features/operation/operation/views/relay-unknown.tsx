import { RetryLink } from '#client-runtime';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';
import type { RelayProblem } from '../operation.dto.ts';

const TEXTS: Readonly<Record<RelayProblem, readonly [title: string, detail: string]>> = {
  away: [
    'The relay does not answer',
    'The relay keeps accepted reports on its disk. Until it answers, its queue and its failed reports are unknown.',
  ],
  secret: [
    'The relay has another ERRATA_SECRET',
    'Give the relay and this service the same ERRATA_SECRET, or the same DATA_DIR, and restart both. The relay accepts reports meanwhile.',
  ],
  clock: [
    'The clocks differ',
    'The clocks of the relay and of this service are more than a minute apart. Correct them. The relay accepts reports meanwhile.',
  ],
  foreign: [
    'No relay of this version answers',
    'RELAY_URL names another service, or a relay of another version.',
  ],
};

export function RelayUnknown({ problem }: { readonly problem: RelayProblem }): ReactNode {
  const [title, detail] = TEXTS[problem];
  return (
    <Outcome title={title} inPlace>
      <p>{detail}</p>
      <p>
        <RetryLink className="inline-flex items-center pointer-coarse:min-h-11" />
      </p>
    </Outcome>
  );
}
