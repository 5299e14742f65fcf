import { toCode } from '#events';
import { OperationStore } from '#product/performance/operations';
import { Part } from '../../../rendering/index.ts';
import { printTable, segmentPage } from '../segments/index.ts';
import type { SegmentContext, SegmentPartLoader } from '../segments/index.ts';
import { findExplanation, toOperations } from './operation-words.ts';
import type { OperationsProps, ToldOperation } from './operations.dto.ts';

@Part<typeof import('./views/segment.operations.part.tsx'), SegmentContext>(
  segmentPage,
  'operations/segment.operations.part',
  { at: 'below', order: 20 },
)
export class OperationsPart implements SegmentPartLoader<OperationsProps> {
  constructor(private readonly operations: OperationStore) {}

  async load({ segment, filter }: SegmentContext): Promise<OperationsProps | undefined> {
    const rows = await this.operations.listOf(segment.id, filter);
    return rows.length === 0 ? undefined : toOperations(rows, filter.toMs - filter.fromMs);
  }

  async describe(context: SegmentContext): Promise<readonly string[]> {
    const found = await this.load(context);
    if (!found) return [];
    const repeated = found.repeated.map(({ words, name }) => `${words}: ${toCode(name)}.`);
    return ['## Operations', ...repeated, printTable(found, '')];
  }
}

/** Says which operation explains that a segment became slower. */
@Part<typeof import('./views/segment.change.part.tsx'), SegmentContext>(
  segmentPage,
  'operations/segment.change.part',
  { at: 'change', order: 10 },
)
export class OperationChangePart implements SegmentPartLoader<ToldOperation> {
  constructor(private readonly operations: OperationStore) {}

  async load({ segment, filter, change }: SegmentContext): Promise<ToldOperation | undefined> {
    return change && findExplanation(await this.operations.listOf(segment.id, filter));
  }

  async describe(context: SegmentContext): Promise<readonly string[]> {
    const found = await this.load(context);
    return found ? [`${toCode(found.name)} ${found.words}.`] : [];
  }
}
