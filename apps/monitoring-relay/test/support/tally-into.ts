import type { OutcomeCount } from '#shared';
import type { SpoolFile } from '../../src/spool/file/spool-file.ts';
import { SpoolTallies } from '../../src/spool/tallies/spool-tallies.ts';

export function tallyInto(file: SpoolFile, counts: readonly OutcomeCount[]): Promise<void> {
  return file.write(() => new SpoolTallies(file).add(counts));
}
