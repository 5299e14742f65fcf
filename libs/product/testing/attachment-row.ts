/** Creates the row of an empty file of project 1. No step has looked for the file's event yet. */
export function createAttachmentRow(reportId: number, item: number) {
  return {
    project_id: 1,
    event_id: `${reportId}-${item}`.padEnd(32, '0'),
    origin: 'filled',
    report_id: reportId,
    item,
    state: 'kept' as const,
    name: 'notes.txt',
    content_type: 'text/plain',
    type: 'event.attachment',
    bytes: 0,
    received_at: 0,
    touched_at: 0,
    is_checked: 0 as 0 | 1,
    is_awaiting: 0 as 0 | 1,
    about_event_id: null,
  };
}
