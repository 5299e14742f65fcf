import type { IncomingReport } from '../../src/spool/ports/spool-intake.ts';

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
