import { Deferred, Link } from '#client-runtime';
import { formatDuration, type PropsOf, to } from '#shared';
import type { ReactNode } from 'react';
import { StackedBars } from '../../../../ui/charts/stacked-bars.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { OperationController } from '../operation.controller.ts';
import type { RelayState } from '../operation.dto.ts';
import type { DiskPicture, Pictures } from '../pictures/pictures.dto.ts';

const HOUR_MS = 3_600_000;
const LATER = 'not measured yet: the first sample comes within the hour';

type Tell = (atMs: number) => string;

/** Draws what came, what waited and what fills the disk. */
export function PictureBoard({
  pictures,
  relays,
}: Pick<PropsOf<OperationController['show']>, 'pictures' | 'relays'>): ReactNode {
  const { range, firstMs, stepMs, taken, filtered, refused, waiting, ticks, disk } = pictures;
  const zone = useZone();
  const tell: Tell = (atMs) => formatIn(zone, atMs).slice(5, 16);
  const places = taken.map((_, index) => tell(firstMs + index * stepMs));
  const queue = describeWaiting(pictures, tell);
  const now = (
    <Deferred value={relays} fallback="now …">
      {describeNow}
    </Deferred>
  );
  return (
    <div className="grid gap-3 pb-6">
      <nav aria-label="Time" className="flex flex-wrap gap-x-1 text-xs print:hidden">
        {(['24h', '7d', '30d'] as const).map((name) => (
          <Link
            key={name}
            href={to('/settings/operation', {}, { query: { range: name } })}
            replace
            prefetch="none"
            aria-current={name === range ? 'page' : undefined}
            className="range"
          >
            {name.replace(/(?=\D)/, ' ')}
          </Link>
        ))}
      </nav>
      <Picture title="Items" text={describeItems(pictures, places)}>
        <StackedBars
          label="Items"
          places={places}
          isTall
          series={[
            { name: 'accepted', values: taken, tone: 1 },
            { name: 'filtered', values: filtered, tone: 2 },
            { name: 'refused or failed', values: refused, tone: 3 },
          ]}
        />
      </Picture>
      <Picture
        title="Waiting"
        text={
          <>
            {now}
            {`; ${queue}`}
          </>
        }
      >
        <StackedBars
          label="Reports that waited"
          summary={queue}
          places={places}
          isTall
          series={[{ name: 'waiting', values: waiting.map((each) => each ?? 0), tone: 1 }]}
          missing={waiting.map((each) => each === null)}
        />
        {namesAt(ticks.map(({ atMs, at }) => [nameTick(tell(atMs), stepMs), at]))}
      </Picture>
      <Picture title="Disk" text={disk ? describeUse(disk, tell) : LATER}>
        {disk?.room && <DiskBar own={disk.own} room={disk.room} />}
        {disk?.sentences.map((sentence) => (
          <p key={sentence} className="pt-1 text-sm wrap-anywhere">
            {sentence}
          </p>
        ))}
      </Picture>
    </div>
  );
}

interface PictureProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

function Picture({ title, text, children }: PictureProps): ReactNode {
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-2 pb-1">
        <h2 className="text-sm">{title}</h2>
        <p className="text-xs text-quiet">{text}</p>
      </div>
      {children}
    </div>
  );
}

function describeItems(pictures: Pictures, places: readonly string[]): string {
  const { stepMs, taken, filtered, refused } = pictures;
  const sums = taken.map((each, index) => each + filtered[index]! + refused[index]!);
  const most = Math.max(...sums);
  const unit = stepMs === HOUR_MS ? 'an hour' : `${stepMs / HOUR_MS} hours`;
  const peak = `most ${formatExactCount(most)}, at ${places[sums.lastIndexOf(most)]}`;
  return `bars of ${unit}; ${most === 0 ? 'none came' : peak}`;
}

function describeWaiting({ waiting, highest }: Pictures, tell: Tell): string {
  if (!highest) return LATER;
  const unknown = waiting.filter((each) => each === null).length;
  const gaps = unknown === 0 ? '' : `; no sample in ${unknown} of ${waiting.length} bars`;
  if (highest.waiting === 0) return `never any${gaps}`;
  return `highest ${formatExactCount(highest.waiting)}, at ${tell(highest.startsAtMs)}, the oldest for ${formatDuration(highest.oldestMs)}${gaps}`;
}

function describeNow(relays: readonly RelayState[]): string {
  const spools = relays.flatMap((relay) => (relay.ok ? relay.operation.spools : []));
  const areAllThere = relays.every(({ ok }) => ok);
  if (spools.length === 0 && !areAllThere) return 'now unknown';
  const now = formatExactCount(spools.reduce((sum, { depth }) => sum + depth, 0));
  return areAllThere ? `now ${now}` : `now ${now} at the relays that answer`;
}

function describeUse({ startsAtMs, room }: DiskPicture, tell: Tell): string {
  const hour = `in the hour of ${tell(startsAtMs)}`;
  return room ? `${room.usedPercent} % of ${room.all} used ${hour}` : hour;
}

/** Names a day at its midnight; otherwise the hour, with its day where bars are long. */
function nameTick(time: string, stepMs: number): string {
  if (time.endsWith(' 00:00')) return time.slice(0, 5);
  return stepMs === HOUR_MS ? time.slice(6) : time;
}

const WIDTH = 1000;
/** The bar stands between the ticks. */
const TICK = 4;
const BAR = { y: TICK, height: 8 };
const LINE = '[vector-effect:non-scaling-stroke]';

interface DiskBarProps {
  readonly own: string;
  readonly room: NonNullable<DiskPicture['room']>;
}

function DiskBar({ own, room }: DiskBarProps): ReactNode {
  const { others, free, ownShare, othersShare, bound } = room;
  const ownWidth = Math.max(3, Math.round(ownShare * WIDTH));
  const end = Math.min(WIDTH, ownWidth + Math.round(othersShare * WIDTH));
  const parts = [
    ['fill-ink', `Errata ${own}`, 0, ownWidth],
    ['fill-edge', `others ${others}`, ownWidth, end],
    [`fill-raised stroke-edge ${LINE}`, `free ${free}`, end, WIDTH],
  ] as const;
  const budget = bound && `storage budget ${bound.name}`;
  const ticks = [0.8, 0.9].map((at) => `M${at * WIDTH} 0v${TICK}`).join('');
  return (
    <>
      {namesAt([
        ['80', 0.8],
        ['90 %', 0.9],
      ])}
      <svg
        role="img"
        aria-label={`${parts.map(([, name]) => name).join(', ')}, ${budget ?? 'no storage budget'}`}
        className="block h-4 w-full"
        viewBox={`0 0 ${WIDTH} ${BAR.height + 2 * TICK}`}
        preserveAspectRatio="none"
      >
        {parts.map(([className, name, from, until]) => (
          <rect key={name} className={className} {...BAR} x={from} width={until - from} />
        ))}
        <path
          className={`stroke-ink ${LINE}`}
          d={bound ? `${ticks}M${bound.at * WIDTH} ${BAR.height + TICK}v${TICK}` : ticks}
        />
      </svg>
      {bound && budget && namesAt([[budget, bound.at]], bound.at < 0.5 ? 'start' : 'end')}
      <ul className="flex flex-wrap gap-x-4 text-xs text-quiet">
        {parts.map(([className, name]) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 8 8" width="8" height="8">
              <rect className={className} width="8" height="8" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

type Name = readonly [text: string, at: number];

/** Names places of a picture, each with its share of the width. */
function namesAt(names: readonly Name[], anchor: 'start' | 'middle' | 'end' = 'middle'): ReactNode {
  return (
    <svg aria-hidden="true" className="mark-names">
      {names.map(([text, at]) => (
        <text key={at} x={`${at * 100}%`} y="11" textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
}
