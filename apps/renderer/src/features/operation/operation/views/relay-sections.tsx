import type { ReactNode } from 'react';
import { formatBytes, formatDuration } from '#shared';
import type { DamagedSpool, RefusedKey, UpstreamState } from '#shared';
import { RetryLink } from '#client-runtime';
import { Outcome } from '../../../../rendering/views/index.ts';
import { Section } from '../../../../ui/section.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { useNow } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { RelayProblem, RelayState } from '../operation.dto.ts';
import { ReportQueue } from './report-queue.tsx';

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

export function RelaySections({ relays }: { readonly relays: readonly RelayState[] }): ReactNode {
  const [only] = relays;
  if (relays.length === 1 && only) return <OnlyRelay relay={only} />;
  return relays.map((relay, index) => (
    <Section
      key={relay.address}
      id={`relay-${index + 1}`}
      title={`Relay at ${relay.address}`}
      note={`${index + 1} of ${relays.length}`}
    >
      {relay.ok ? (
        <div className="grid gap-3">
          <ReportQueue operation={relay.operation} />
          {relay.operation.damagedSpools.length > 0 && (
            <div className="grid gap-1">
              <h3 className="text-sm">Damaged spools</h3>
              <DamagedSpools spools={relay.operation.damagedSpools} />
            </div>
          )}
          {relay.operation.refusedKeys.length > 0 && (
            <div className="grid gap-1">
              <h3 className="text-sm">Refused keys</h3>
              <RefusedKeyList refusedKeys={relay.operation.refusedKeys} />
            </div>
          )}
          {relay.operation.upstreams.length > 0 && (
            <div className="grid gap-1">
              <h3 className="text-sm">Forwarding</h3>
              <UpstreamList upstreams={relay.operation.upstreams} />
            </div>
          )}
        </div>
      ) : (
        <RelayUnknown problem={relay.problem} />
      )}
    </Section>
  ));
}

function OnlyRelay({ relay }: { readonly relay: RelayState }): ReactNode {
  if (!relay.ok) {
    return (
      <div className="pb-6">
        <RelayUnknown problem={relay.problem} />
      </div>
    );
  }
  const { operation } = relay;
  return (
    <>
      <Section id="queue" title="Queue" note="of the relay that RELAY_URL names">
        <ReportQueue operation={operation} />
      </Section>
      {operation.damagedSpools.length > 0 && (
        <Section
          id="damaged"
          title="Damaged spools"
          note={formatQuantity(operation.damagedSpools.length, 'spool')}
        >
          <DamagedSpools spools={operation.damagedSpools} />
        </Section>
      )}
      {operation.refusedKeys.length > 0 && (
        <Section id="refused-keys" title="Refused keys" note="since the relay was started">
          <RefusedKeyList refusedKeys={operation.refusedKeys} />
        </Section>
      )}
      {operation.upstreams.length > 0 && (
        <Section id="forwarding" title="Forwarding" note="to the services that UPSTREAM_DSN names">
          <UpstreamList upstreams={operation.upstreams} />
        </Section>
      )}
    </>
  );
}

function DamagedSpools({ spools }: { readonly spools: readonly DamagedSpool[] }): ReactNode {
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2 border-l-2 border-accent pl-3">
        {spools.map((spool) => (
          <li key={spool.folder}>
            <code
              translate="no"
              className="font-mono text-sm wrap-anywhere"
            >{`DATA_DIR/damaged/${spool.folder}`}</code>
            <Facts spool={spool} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">
        These spools may hold accepted reports. Check the disk and the memory of the machine.
        Recover what can be read as docs/damaged-spools.md says. Remove a folder when you no longer
        need it.
      </p>
    </div>
  );
}

function Facts({ spool: { setAsideAtMs, bytes } }: { readonly spool: DamagedSpool }): ReactNode {
  return (
    <p className="text-xs text-faint">
      Set aside
      {setAsideAtMs !== undefined && (
        <>
          {' '}
          <RelativeTime atMs={setAsideAtMs} />
        </>
      )}
      {bytes !== undefined && ` · takes ${formatBytes(bytes)} of the disk`}
    </p>
  );
}

function RefusedKeyList({
  refusedKeys,
}: {
  readonly refusedKeys: readonly RefusedKey[];
}): ReactNode {
  return (
    <div className="grid gap-2">
      <p className="text-quiet">
        These reports came with a key that is unknown or disabled, and are lost. Compare the DSN in
        the application with the one on the settings page of its project. Correct the application,
        or enable the key on that page.
      </p>
      <ul className="grid gap-2">
        {refusedKeys.map((refused) => (
          <RefusedKeyRow key={toName(refused)} refused={refused} />
        ))}
      </ul>
    </div>
  );
}

function RefusedKeyRow({ refused }: { readonly refused: RefusedKey }): ReactNode {
  const { keyPrefix, projectId, sdk, network, count, lastAtMs } = refused;
  return (
    <li className="grid">
      <span className="wrap-anywhere">
        {keyPrefix === '' ? (
          'No key'
        ) : (
          <code translate="no" className="font-mono">{`${keyPrefix}…`}</code>
        )}
        {` for project ${projectId}: ${formatQuantity(count, 'request')}, the last `}
        <RelativeTime atMs={lastAtMs} />
      </span>
      <span className="text-xs wrap-anywhere text-faint">
        {`${sdk || 'an unknown SDK'}, from ${network || 'an unknown network'}`}
      </span>
    </li>
  );
}

function toName({ keyPrefix, projectId, sdk, network }: RefusedKey): string {
  return [keyPrefix, projectId, sdk, network].join(' ');
}

function RelayUnknown({ problem }: { readonly problem: RelayProblem }): ReactNode {
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

function UpstreamList({ upstreams }: { readonly upstreams: readonly UpstreamState[] }): ReactNode {
  return (
    <ul className="grid gap-3">
      {upstreams.map((upstream) => (
        <li key={upstream.name} className="grid gap-1">
          <code translate="no" className="font-mono text-sm wrap-anywhere">
            {upstream.name}
          </code>
          <span>{describeWaiting(upstream)}</span>
          {upstream.held && <Held held={upstream.held} />}
          {upstream.lost > 0 && (
            <span className="text-accent">
              {`${formatQuantity(upstream.lost, 'report')} did not reach this upstream since the relay started.`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Held({ held }: { readonly held: NonNullable<UpstreamState['held']> }): ReactNode {
  const nowMs = useNow();
  const waitMs = held.untilMs - nowMs;
  const next =
    waitMs > 0
      ? `The relay tries again in ${formatDuration(waitMs)}.`
      : 'The relay tries again now.';
  return <span className="wrap-anywhere text-accent">{`${held.why} ${next}`}</span>;
}

function describeWaiting({ depth, bytes, oldestMs, held }: UpstreamState): string {
  if (depth === 0) return 'Everything is sent.';
  const what = `${formatQuantity(depth, 'report')}, ${formatBytes(bytes)}, the oldest ${formatDuration(oldestMs)} old`;
  return held ? `Waiting: ${what}.` : `Sending: ${what}.`;
}
