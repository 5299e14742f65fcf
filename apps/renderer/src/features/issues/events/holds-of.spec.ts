import { expect, it } from '@jest/globals';
import type { ListedEvent } from '#persistence';
import { parseSearch } from '#shared';
import type { Search } from '#shared';
import { releaseCases, releasesSeen } from '../../../../../../test/support/release-cases.ts';
import { holdsOf } from './holds-of.ts';

function read(text: string): Search {
  const parsed = parseSearch(text);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

function listed(release: string): ListedEvent {
  const event = { eventId: 'e', projectId: 1, occurredAtMs: 1, receivedAtMs: 1 };
  return { position: { occurredAtMs: 1, id: 1 }, event: { ...event, level: 'error', release } };
}

it.each(releaseCases)('compares releases as all readers of a search do: %s', (text, expected) => {
  const facts = { nowMs: 0, releasesFirstSeenMs: releasesSeen };
  const found = [...releasesSeen.keys()].filter((name) => holdsOf(read(text), listed(name), facts));
  expect(found).toEqual(expected);
});
