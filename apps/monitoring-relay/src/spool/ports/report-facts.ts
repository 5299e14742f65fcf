import type { ReportReceipt } from '#shared';
import type { ReportContents } from '../../outcomes/report-contents.ts';

export interface ReportFacts extends ReportReceipt {
  /** Name of the renderer's request that brought the report. The renderer may send it twice. */
  readonly request?: string;
  /**
   * Items that were counted when the report arrived. The body contains only the kept items. Empty
   * for a report with tallies.
   */
  readonly contents: ReportContents;
  /**
   * The decoded envelope: its header and the kept items, byte for byte. Empty when the body is in a
   * file.
   */
  readonly body: Buffer;
}
