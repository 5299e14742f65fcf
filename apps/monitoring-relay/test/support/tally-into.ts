import type { OutcomeCount } from '#shared';
import type { SpoolFile } from '../../src/spool/file/spool-file.ts';
import { SpoolTallies } from '../../src/spool/tallies/spool-tallies.ts';

/** As a spool does for what it keeps aside, and for what was sent on. */
export function tallyInto(file: SpoolFile, counts: readonly OutcomeCount[]): Promise<void> {
  return file.write(() => new SpoolTallies(file).add(counts));
}
