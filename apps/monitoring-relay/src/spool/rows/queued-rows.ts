/** Of `reports`, without the damaged rows, which stay in the table. */
export const QUEUED =
  'NOT EXISTS (SELECT 1 FROM failed_reports WHERE failed_reports.id = reports.id)';
