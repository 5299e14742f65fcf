import type { ExceptionRelation, ExceptionValue } from '../event.ts';

export interface ExceptionNode {
  readonly exception: ExceptionValue;
  readonly index: number;
  readonly relation?: ExceptionRelation;
  /** Members of a group and suppressed exceptions, in the order in which the program lists them. */
  readonly within: readonly ExceptionNode[];
  /** Exceptions that caused this one, or that were being handled when it was raised. */
  readonly causes: readonly ExceptionNode[];
}

type Parents = readonly (number | undefined)[];

/**
 * Returns the exceptions as a tree, or undefined when there are none. The root is the outermost
 * exception, which is last in the list. Every exception is in the tree exactly once. When the sent
 * parents do not form a tree, each exception becomes the child of the next one.
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
  // SDKs send causes first, so siblings are in reverse order.
  for (let index = root - 1; index >= 0; index -= 1) children[parents[index]!]!.push(index);
  return toNode(root, { exceptions, children });
}

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
