import { type IdentifierNode, type KyselyPlugin, OperationNodeTransformer } from 'kysely';

/** Adds `suffix` to names that begin with `prefix`: tables and indexes, no columns. */
class DayNames extends OperationNodeTransformer {
  constructor(
    private readonly prefix: string,
    private readonly suffix: string,
  ) {
    super();
  }

  protected override transformIdentifier(node: IdentifierNode): IdentifierNode {
    return node.name.startsWith(this.prefix) ? { ...node, name: node.name + this.suffix } : node;
  }
}

export function nameByDay(prefix: string, suffix: string): KyselyPlugin {
  const names = new DayNames(prefix, suffix);
  return {
    transformQuery: ({ node, queryId }) => names.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
