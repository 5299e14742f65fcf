import type { FailedSelection } from '#shared';
import type { SeenRelay } from './seen-relays.ts';

/** What each relay is to be told of a selection: the part that is in spools which it is asked for. */
export function selectByRelay(
  selection: FailedSelection,
  owners: ReadonlyMap<string, SeenRelay>,
): {
  readonly byRelay: ReadonlyMap<SeenRelay, FailedSelection>;
  /** No part was left over. */
  readonly isAllKnown: boolean;
} {
  const names = 'report' in selection ? selection.report : selection.upTo;
  const { groups, isAllKnown } = group(names, owners);
  if ('report' in selection) {
    const byRelay = new Map([...groups].map(([relay, own]) => [relay, { report: own.join(',') }]));
    return { byRelay, isAllKnown };
  }
  const { like } = selection;
  if (like === undefined) {
    const byRelay = new Map([...groups].map(([relay, own]) => [relay, { upTo: own.join(',') }]));
    return { byRelay, isAllKnown };
  }
  const likes = group(like, owners);
  const byRelay = new Map<SeenRelay, FailedSelection>();
  for (const [relay, [first = '']] of likes.groups) {
    byRelay.set(relay, { upTo: (groups.get(relay) ?? []).join(','), like: first });
  }
  return { byRelay, isAllKnown: likes.isAllKnown };
}

/** Of names `<spool>:<id>`, with commas. */
function group(names: string, owners: ReadonlyMap<string, SeenRelay>) {
  const groups = new Map<SeenRelay, string[]>();
  const list = names.split(',');
  let known = 0;
  for (const name of list) {
    const owner = owners.get(name.slice(0, name.indexOf(':')));
    if (!owner) continue;
    known += 1;
    groups.set(owner, [...(groups.get(owner) ?? []), name]);
  }
  return { groups, isAllKnown: known === list.length };
}
