import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import {
  GridBody,
  GridHead,
  GridHeadCell,
  GridRow,
  GridTable,
} from '../../../../ui/grid-table.tsx';
import { levelMark } from '../../../../ui/level-mark.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { EventListController } from '../event-list.controller.ts';
import type { EventListRow } from '../event-list.dto.ts';

type Props = PropsOf<EventListController['show']>;
type Columns = Props['columns'];

/**
 * Shows a table on wide screens. On narrow screens, each event is a block in which names stand
 * beside the values.
 */
export function EventTable({
  events,
  columns,
  labelledBy,
}: Pick<Props, 'events' | 'columns'> & { readonly labelledBy: string }): ReactNode {
  const { hasMessage, hasRelease, hasEnvironment, hasUser, tags } = columns;
  const names = [
    ...(hasMessage ? ['Message'] : []),
    ...(hasRelease ? ['Release'] : []),
    ...(hasEnvironment ? ['Environment'] : []),
    ...(hasUser ? ['User'] : []),
    ...tags,
  ];
  return (
    <GridTable aria-labelledby={labelledBy} className="event-table">
      <GridHead>
        <GridRow>
          <GridHeadCell>Time</GridHeadCell>
          {names.map((name) => (
            <GridHeadCell key={name}>{name}</GridHeadCell>
          ))}
        </GridRow>
      </GridHead>
      <GridBody>
        {events.map((event) => (
          <Row key={event.eventId} event={event} columns={columns} />
        ))}
      </GridBody>
    </GridTable>
  );
}

const row = { role: 'row' };
const cell = { role: 'cell' };

function Row({
  event,
  columns,
}: {
  readonly event: EventListRow;
  readonly columns: Columns;
}): ReactNode {
  const { hasMessage, hasRelease, hasEnvironment, hasUser } = columns;
  return (
    <tr {...row}>
      <td {...cell} className="event-time">
        {levelMark[event.level]}
        <Link href={event.href} prefetch="intent" className="stretched">
          <Moment atMs={event.occurredAtMs} />
        </Link>
        <RelativeTime atMs={event.occurredAtMs} className="text-xs text-faint" />
        {event.isStub && <span className="text-xs text-faint">not kept</span>}
      </td>
      {hasMessage && (
        <td {...cell} className="event-message" title={event.message}>
          <bdi translate="no">{event.message}</bdi>
        </td>
      )}
      {hasRelease && <Value name="Release" value={event.release} />}
      {hasEnvironment && <Value name="Environment" value={event.environment} />}
      {hasUser && <Value name="User" value={event.user} />}
      {columns.tags.map((key, index) => (
        <Value key={key} name={key} value={event.tags[index]} />
      ))}
    </tr>
  );
}

function Value({
  name,
  value = '',
}: {
  readonly name: string;
  readonly value: string | undefined;
}): ReactNode {
  return (
    <td {...cell} className="event-value" title={value === '' ? undefined : value}>
      {value !== '' && (
        <>
          <i>{`${name} `}</i>
          <bdi translate="no">{value}</bdi>
        </>
      )}
    </td>
  );
}
