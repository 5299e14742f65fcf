import type { KeyMirror } from '../keys/key-mirror.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';

export abstract class ProcessingFaults {
  /**
   * Never throws. `projectId` is the project whose report caused the error. Errors caused by
   * reports of Errata's own project are not reported.
   */
  abstract report(error: unknown, projectId?: number): void;
}

export class MonitoredFaults extends ProcessingFaults {
  constructor(
    private readonly monitoring: Pick<Monitoring, 'report'>,
    private readonly keys: Pick<KeyMirror, 'findSlug'>,
  ) {
    super();
  }

  override report(error: unknown, projectId?: number): void {
    this.monitoring.report(
      error,
      projectId === undefined ? undefined : this.keys.findSlug(projectId),
    );
  }
}
