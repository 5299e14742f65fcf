import { segmentKinds, toFilterField, toFilterProps } from '#shared';
import type { Address, FilterProps, FilterValue } from '#shared';
import { recentTimes } from '../../recording/issue-page/index.ts';
import { segmentOrders } from './segment-address.pipe.ts';
import type { SegmentAddress } from './segment-address.pipe.ts';
import { kindWords } from './segment-words.ts';

const TIMES = Object.entries(recentTimes).map(
  ([time, { words }]) => [time, `${words[0]!.toUpperCase()}${words.slice(1)}`] as const,
);

const ORDERS: Readonly<Record<(typeof segmentOrders)[number], string>> = {
  time: 'Share of time',
  p95: 'p95',
  requests: 'How often',
  failed: 'Failed',
  change: 'Change',
};

interface Offered {
  /** Empty on the page of a segment, whose project and kind are given. */
  readonly projects: readonly FilterValue[];
  readonly environments: readonly string[];
  readonly releases: readonly string[];
}

export function toFilters(
  { sort, page: _page, ...narrowing }: SegmentAddress,
  toAddress: (address: SegmentAddress) => Address,
  { projects, environments, releases }: Offered,
): FilterProps {
  const kinds = projects.length === 0 ? [] : segmentKinds;
  return {
    ...toFilterProps(narrowing, (rest) => toAddress({ sort, ...rest }), [
      { name: 'project', label: 'Project', values: projects },
      { name: 'environment', label: 'Environment', values: environments.toSorted() },
      { name: 'release', label: 'Release', values: releases },
      { name: 'kind', label: 'Kind', values: kinds.map((each) => [each, kindWords[each]]) },
      { name: 'time', label: 'Time', values: TIMES },
    ]),
    ...(projects.length > 0 && {
      sort: toFilterField({
        name: 'sort',
        label: sort === undefined ? 'Sort' : `Sort: ${ORDERS[sort]}`,
        values: segmentOrders.map((order) => [order, ORDERS[order]] as const),
        chosen: sort === undefined ? [] : [sort],
        without: () => toAddress(narrowing),
      }),
    }),
  };
}

/** Says which time is shown: `in the last 24 hours`. */
export function toTimeWords({ time = '24h' }: SegmentAddress): string {
  return `in the ${recentTimes[time].words}`;
}
