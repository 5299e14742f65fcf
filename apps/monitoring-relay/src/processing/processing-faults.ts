import type { KeyMirror } from '../keys/key-mirror.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';

/** Where what goes wrong in processing is reported, apart from its log. */
export abstract class ProcessingFaults {
  /** Never fails. With the project whose report caused it: what Errata's own cause is not reported. */
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
