import type { EventUser, NormalisedEvent } from '#shared';
import type { TracedEvent } from './timeline.ts';

type Fact = readonly [name: string, value: string];

const VALUE_LENGTH = 300;

/**
 * Lists what support asks first: the visitor, the page, the browser, the system, the release and
 * the environment. Facts of the event that was asked about come before facts of other events.
 */
export function listFacts(traced: readonly TracedEvent[]): Fact[] {
  const events = traced
    .toSorted((a, b) => Number(b.isAskedFor ?? false) - Number(a.isAskedFor ?? false))
    .map(({ event }) => event);
  const first = (read: (event: NormalisedEvent) => string | undefined): string | undefined =>
    events.map(read).find((value) => value !== undefined && value !== '');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Visitor', first(({ user }) => nameUser(user))],
    ['Page', first(({ request }) => request?.url)],
    ['Browser', first((event) => nameContext(event, 'browser'))],
    ['System', first((event) => nameContext(event, 'os'))],
    ['Release', first(({ release }) => release)],
    ['Environment', first(({ environment }) => environment)],
  ];
  return facts.flatMap(([name, value]): Fact[] =>
    value === undefined ? [] : [[name, value.slice(0, VALUE_LENGTH)]],
  );
}

function nameUser({ name, username, email, id, ipAddress }: EventUser = {}): string | undefined {
  const names = [...new Set([name ?? username, email, id && `id ${id}`])].filter(Boolean);
  return names.length > 0 ? names.join(', ') : ipAddress;
}

function nameContext({ contexts }: NormalisedEvent, key: string): string | undefined {
  const { name, version } = contexts[key] ?? {};
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name} ${version}` : name;
}
