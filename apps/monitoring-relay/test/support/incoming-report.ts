import type { IncomingReport } from '../../src/spool/ports/spool-intake.ts';

/** A report of one event of project 1, as intake hands it over. */
export function createIncomingReport(traits: Partial<IncomingReport> = {}): IncomingReport {
  return {
    projectId: 1,
    publicKey: 'abc',
    receivedAtMs: 0,
    contents: { kept: { error: 1 }, filtered: {} },
    body: Buffer.from('{}\n'),
    ...traits,
  };
}
