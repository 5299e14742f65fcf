import { Seal } from '#persistence/stores';

export function createReportSeal(secret: string): Seal {
  return new Seal(secret, 'errata failed reports');
}
