import { Seal } from '#persistence/stores';

export function createReportSeal(secret: string | undefined): Seal {
  return new Seal(secret, 'errata failed reports');
}
