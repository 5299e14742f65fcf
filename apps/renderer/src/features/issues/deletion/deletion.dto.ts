import type { ActionOf } from '#shared';

export type DeleteIssueAction = ActionOf<'delete', object>;
