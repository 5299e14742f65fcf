import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { RelayState } from '../operation.dto.ts';
import { DamagedSpools } from './damaged-spools.tsx';
import { RefusedKeyList } from './refused-key-list.tsx';
import { RelayUnknown } from './relay-unknown.tsx';
import { ReportQueue } from './report-queue.tsx';
import { UpstreamList } from './upstream-list.tsx';

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
