import type { ExceptionRelation } from '#shared';
import { type JsonObject, readObject } from '../../json/shape.ts';

export interface ExceptionLink {
  /**
   * Index of the parent in the list of kept exceptions; undefined for the exception that surfaced.
   */
  readonly parent: number | undefined;
  readonly relation: ExceptionRelation | undefined;
  readonly isGroup: boolean;
}

/**
 * Links the exceptions at the `kept` indexes of `all`. The last of them is the exception that
 * surfaced.
 *
 * The ids in the mechanisms (`exception_id` and `parent_id`) describe a tree. Without ids, or when
 * the ids form no tree, each exception counts as the cause of the next one. See
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/exception/#exception-mechanism
 */
export function linkExceptions(
  all: readonly JsonObject[],
  kept: readonly number[],
): readonly ExceptionLink[] {
  const mechanisms = kept.map((place) => readMechanismOf(all[place]));
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
      // Older JavaScript SDKs flag every exception with a cause as a group.
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
    // The loop is bounded, because ids may form a circle.
    for (let step = 0; step < all.length && parent !== undefined; step += 1) {
      const found = keptPlaces.get(parent);
      if (found !== undefined) return found;
      parent = findParentPlace(all[parent], byId);
    }
    return linear[index];
  });
  return parents.every((_, index) => leadsTo(last, index, parents)) ? parents : linear;
}

/**
 * When two exceptions share an id, the later one wins, because it is closer to the exception that
 * surfaced.
 */
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

/**
 * `source` names the parent's attribute that contained the exception, such as `__context__` or
 * `errors[0]`. Java's SDK instead marks suppressed exceptions in `type`.
 */
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
 * Returns the exception to which a suppressed exception was added. Java's SDK sends the suppressed
 * exceptions of one exception as a chain, in which the second one has the first one as its parent.
 * Nested suppressed exceptions look the same, but are rare.
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
