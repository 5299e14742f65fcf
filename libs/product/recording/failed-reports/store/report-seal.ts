import { Seal } from '#persistence/stores';

/** Encrypts the bodies of failed reports. */
export function createReportSeal(secret: string): Seal {
  return new Seal(secret, 'errata failed reports');
}
