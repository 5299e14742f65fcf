import type { ExceptionRelation } from '#shared';
import { type JsonObject, readObject } from '../../json/shape.ts';

/** How an exception belongs to the others of its event. */
export interface ExceptionLink {
  /** Place of its parent among those that are kept; undefined of the one that surfaced. */
  readonly parent: number | undefined;
  readonly relation: ExceptionRelation | undefined;
  readonly isGroup: boolean;
}

/**
 * Links the exceptions whose places are `kept`, in that order; the last surfaced. A mechanism's `exception_id` and
 * `parent_id` make a tree of them; without ids each is the cause of the next. Ids that make no tree count as none.
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/exception/#exception-mechanism
 */
export function linkExceptions(
  all: readonly JsonObject[],
  kept: readonly number[],
): readonly ExceptionLink[] {
  const mechanisms = kept.map((place) => readMechanismOf(all[place]));
  // As most events have it.
  if (kept.length === 1) return [toRoot(mechanisms[0])];
  const parents = findParents(all, kept);
  const relations = mechanisms.map((mechanism, index) => {
    const parent = parents[index];
    return parent === undefined ? undefined : toRelation(mechanism, mechanisms[parent]);
  });
  const owners = parents.map((parent, index) =>
    relations[index] === 'suppressed' ? findOwner(parent, { parents, relations }) : parent,
  );
  return owners.map((parent, index) => {
    const children = relations.filter((_, child) => owners[child] === index);
    const isFlagged = mechanisms[index]?.['is_exception_group'] === true;
    const hasMembers = children.includes('member');
    return {
      parent,
      relation: relations[index],
      // Older SDKs of JavaScript call whatever has a cause a group.
      isGroup: hasMembers || (isFlagged && children.length === 0),
    };
  });
}

function toRoot(mechanism: JsonObject | undefined): ExceptionLink {
  const isGroup = mechanism?.['is_exception_group'] === true;
  return { parent: undefined, relation: undefined, isGroup };
}

function readMechanismOf(exception: JsonObject | undefined): JsonObject | undefined {
  return readObject(exception?.['mechanism']);
}

/** Of those that are kept, the place of each one's nearest ancestor that is kept. */
function findParents(
  all: readonly JsonObject[],
  kept: readonly number[],
): readonly (number | undefined)[] {
  const last = kept.length - 1;
  const linear = kept.map((_, index) => (index < last ? index + 1 : undefined));
  const byId = indexById(all);
  if (byId.size === 0) return linear;
  const keptPlaces = new Map(kept.map((place, index) => [place, index]));
  const parents = kept.map((place, index) => {
    if (index === last) return undefined;
    let parent = findParentPlace(all[place], byId);
    // As often as there are exceptions: ids may go round in a circle.
    for (let step = 0; step < all.length && parent !== undefined; step += 1) {
      const found = keptPlaces.get(parent);
      if (found !== undefined) return found;
      parent = findParentPlace(all[parent], byId);
    }
    return linear[index];
  });
  return parents.every((_, index) => leadsTo(last, index, parents)) ? parents : linear;
}

/** Of two with one id the later counts: it is nearer to what surfaced. */
function indexById(all: readonly JsonObject[]): ReadonlyMap<number, number> {
  const byId = new Map<number, number>();
  for (const [place, exception] of all.entries()) {
    const id = readMechanismOf(exception)?.['exception_id'];
    if (typeof id === 'number') byId.set(id, place);
  }
  return byId;
}

function findParentPlace(
  exception: JsonObject | undefined,
  byId: ReadonlyMap<number, number>,
): number | undefined {
  const id = readMechanismOf(exception)?.['parent_id'];
  return typeof id === 'number' ? byId.get(id) : undefined;
}

function leadsTo(root: number, from: number, parents: readonly (number | undefined)[]): boolean {
  let at: number | undefined = from;
  for (let step = 0; step <= parents.length && at !== undefined; step += 1) {
    if (at === root) return true;
    at = parents[at];
  }
  return false;
}

/** The attribute of the parent that holds it says most; Java's SDK says what was suppressed in the type alone. */
function toRelation(
  mechanism: JsonObject | undefined,
  parent: JsonObject | undefined,
): ExceptionRelation {
  const { source, type } = mechanism ?? {};
  const attribute = typeof source === 'string' ? source : '';
  if (type === 'suppressed' || /^_?suppressed/i.test(attribute)) return 'suppressed';
  if (attribute === '__context__') return 'context';
  if (/\[\d{1,9}\]$/.test(attribute)) return 'member';
  return attribute === '' && parent?.['is_exception_group'] === true ? 'member' : 'cause';
}

/**
 * Java's SDK gives what was suppressed second the first as its parent: all under one owner come as a chain. That one
 * was suppressed while another already was is rare, and looks the same.
 */
function findOwner(
  parent: number | undefined,
  {
    parents,
    relations,
  }: {
    readonly parents: readonly (number | undefined)[];
    readonly relations: readonly (ExceptionRelation | undefined)[];
  },
): number | undefined {
  let owner = parent;
  for (let at = parent; at !== undefined; at = parents[at]) {
    if (relations[at] === 'suppressed') owner = parents[at];
  }
  return owner;
}
