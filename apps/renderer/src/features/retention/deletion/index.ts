export { DeleteIssueDto } from './deletion.dto.ts';
export type { DeleteIssueAction } from './deletion.dto.ts';
export { DeletionModule } from './deletion.module.ts';
export { DeletionService } from './deletion.service.ts';
