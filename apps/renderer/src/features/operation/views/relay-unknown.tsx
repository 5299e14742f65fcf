import { RetryLink } from '#client-runtime';
import type { ReactNode } from 'react';
import { Outcome } from '../../../ui/outcome.tsx';
import type { RelayProblem } from '../operation.dto.ts';

const TEXTS: Readonly<Record<RelayProblem, readonly [title: string, detail: string]>> = {
  away: [
    'The relay does not answer',
    'What it has taken is on its disk. Nothing is known of its queue, nor of reports that failed, until it answers.',
  ],
  secret: [
    'The relay has another ERRATA_SECRET',
    'Give both services the same one, or the same DATA_DIR, and start them again. Reports are taken meanwhile.',
  ],
  clock: [
    'The clocks differ',
    'Those of the relay and of this service are more than a minute apart. Set them right. Reports are taken meanwhile.',
  ],
  foreign: [
    'What answers is no relay of this version',
    'RELAY_URL names another service, or a relay of another version.',
  ],
};

/** Says why there is nothing to show of a relay. */
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
