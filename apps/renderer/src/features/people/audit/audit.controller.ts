import { Get, Header, Query, StreamableFile } from '@nestjs/common';
import { filledQuery, Page } from '../../../rendering/index.ts';
import { SettingsSection } from '../settings/index.ts';
import { AuditFilterPipe } from './audit-filter.pipe.ts';
import type { AuditProps, ListedChanges } from './audit.dto.ts';
import { AuditService } from './audit.service.ts';

@SettingsSection({
  name: 'Audit log',
  words: 'history changes who changed',
  segment: 'audit',
  help: 'Who changed what, and when. Entries stay after the person or the project is gone.',
  order: 80,
  right: 'instance.auditLog',
})
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Page<typeof import('./views/audit.page.tsx')>('audit/audit.page', {
    head: () => ({ title: 'Audit log' }),
  })
  list(
    @Query(filledQuery('/settings/audit'), AuditFilterPipe) listed: ListedChanges,
  ): Promise<AuditProps> {
    return this.audit.list(listed);
  }

  @Get('csv')
  @Header('Cache-Control', 'private, no-store')
  export(@Query(AuditFilterPipe) listed: ListedChanges): StreamableFile {
    return new StreamableFile(this.audit.export(listed), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="errata-audit-log.csv"',
    });
  }
}
