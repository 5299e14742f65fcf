import type { ExceptionRelation, ExceptionValue } from '../event.ts';

/** An exception with those that belong to it. */
export interface ExceptionNode {
  readonly exception: ExceptionValue;
  /** Its place among the event's exceptions. */
  readonly index: number;
  /** How it belongs to the one above it; absent of the one that surfaced. */
  readonly relation?: ExceptionRelation;
  /** Errors beside each other, and what was suppressed: in the order of their language. */
  readonly within: readonly ExceptionNode[];
  /** What caused it, or what was being handled when it was raised. */
  readonly causes: readonly ExceptionNode[];
}

type Parents = readonly (number | undefined)[];

/**
 * The exceptions of an event as a tree under the one that surfaced, which is the last; undefined when there is none.
 * Every exception is in it exactly once. Where the parents that were sent make no tree, each exception belongs to the next.
 */
export function toExceptionTree(exceptions: readonly ExceptionValue[]): ExceptionNode | undefined {
  if (exceptions.length === 0) return undefined;
  const root = exceptions.length - 1;
  const sent = exceptions.map(({ parent }, index) =>
    index === root ? undefined : (parent ?? index + 1),
  );
  const parents = isTree(sent)
    ? sent
    : sent.map((_, index) => (index === root ? undefined : index + 1));
  const children = exceptions.map((): number[] => []);
  // SDKs send causes first, so what comes first in its language is the last here.
  for (let index = root - 1; index >= 0; index -= 1) children[parents[index]!]!.push(index);
  return toNode(root, { exceptions, children });
}

/** Whether all of them lead to the last. */
function isTree(parents: Parents): boolean {
  const root = parents.length - 1;
  const leads = new Set([root]);
  return parents.every((_, start) => {
    const path = new Set<number>();
    let index: number | undefined = start;
    while (index !== undefined && !leads.has(index)) {
      if (path.has(index)) return false;
      path.add(index);
      index = parents[index];
    }
    if (index === undefined) return false;
    for (const step of path) leads.add(step);
    return true;
  });
}

function toNode(
  index: number,
  tree: {
    readonly exceptions: readonly ExceptionValue[];
    readonly children: readonly (readonly number[])[];
  },
): ExceptionNode {
  const exception = tree.exceptions[index]!;
  const below = tree.children[index]!.map((child) => toNode(child, tree));
  const node = {
    exception,
    index,
    within: below.filter(isWithin),
    causes: below.filter((child) => !isWithin(child)),
  };
  return index === tree.exceptions.length - 1
    ? node
    : { ...node, relation: exception.relation ?? 'cause' };
}

function isWithin({ relation }: ExceptionNode): boolean {
  return relation === 'member' || relation === 'suppressed';
}
